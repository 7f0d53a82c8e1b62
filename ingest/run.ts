import type { Clock } from '../runtime/clock.ts'
import type { EventCodec } from '../runtime/event-codec.ts'
import type { Log } from '../runtime/log.ts'
import type { Database } from '../runtime/postgres.ts'
import type { Settings } from '../runtime/settings.ts'
import { createBackfill, type Mode } from './backfill.ts'
import { matchNames } from './match-names.ts'
import type { ObservationGroup, Source } from './observation.ts'
import { observeBatch, reject } from './observe.ts'
import { createPrintedNames } from './printed-names.ts'
import type { RunContext } from './run-context.ts'
import { beginRun, endRun, failRun, newRunId } from './run-record.ts'
import { count, createTallies, type Tally } from './tally.ts'

export type RunOptions = {
  readonly source: Source
  readonly paths: readonly string[]
  readonly settings: Settings
  readonly database: Database
  readonly codec: EventCodec
  readonly log: Log
  readonly clock: Clock
  readonly mode?: Mode
  readonly dry_run?: boolean
  /** Of single records: says nothing about the source as a whole. */
  readonly is_retry?: boolean
  /** Called after each batch with what has been counted so far. */
  readonly progress?: (so_far: Tally) => void
}

export type RunCounts = Tally & {
  readonly source: string
  readonly run_id: string
  readonly seconds: number
  readonly by_jurisdiction: Readonly<Record<string, Tally>>
}

/** Reads all that a source has to say and tells what is new of it. Killed at any point, it is simply run again. */
export async function runIngest(options: RunOptions): Promise<RunCounts> {
  const { source, database, clock, mode = 'auto', dry_run = false, is_retry = false } = options
  const started_at = clock.now()
  const tallies = createTallies()
  const run: RunContext = {
    run_id: newRunId(started_at),
    source: source.name,
    mapper_version: source.mapper_version,
    dry_run,
    database,
    codec: options.codec,
    settings: options.settings,
    log: options.log,
    clock,
    backfill: await createBackfill(database, source.name, mode),
    printed_names: createPrintedNames(),
    tallies,
    confirmed: new Set(),
  }
  if (!dry_run) await beginRun(database, { ...run, input: options.paths.join(' '), mode })
  try {
    await observeAll(run, options, started_at)
    if (!dry_run) await matchNames(run)
    if (!dry_run) await endRun(database, run, tallies, { makes_live: !is_retry })
  } catch (error) {
    if (!dry_run)
      await failRun(database, run.run_id, tallies, error).catch((lost) => run.log.warn({ err: lost }))
    throw error
  }
  const seconds = (clock.now().getTime() - started_at.getTime()) / 1000
  const { all, by_jurisdiction } = tallies
  return { source: source.name, run_id: run.run_id, ...all, seconds, by_jurisdiction }
}

/** The next batch is read and mapped while the transaction of the last one runs; never more than two are in memory. */
async function observeAll(run: RunContext, options: RunOptions, started_at: Date): Promise<void> {
  const waiting = createWaiting(run)
  const most = options.settings.ingest_batch_entities
  let batch: ObservationGroup[] = []
  let size = 0
  let under_way: Promise<void> = Promise.resolve()
  const observe = async (groups: ObservationGroup[]) => {
    await waiting.add(await observeBatch(run, groups))
    options.progress?.(run.tallies.all)
  }
  const flush = async () => {
    await under_way
    under_way = observe(batch)
    // Awaited with the next batch or at the end; a failure before that must not end the process.
    under_way.catch(() => {})
    batch = []
    size = 0
  }
  for await (const item of options.source.read({
    paths: options.paths,
    started_at: started_at.toISOString(),
    passed_over: (name, why) => {
      count(run.tallies, null, 'passed_over')
      run.log.info({ name, why }, 'passed over')
    },
  })) {
    switch (item.kind) {
      case 'observed':
        count(run.tallies, item.group[0]?.jurisdiction ?? null, 'records', item.group.length)
        batch.push(item.group)
        size += item.group.length
        if (size >= most) await flush()
        break
      case 'rejected':
        count(run.tallies, item.rejection.jurisdiction, 'records')
        await under_way
        await reject(run, [{ ...item.rejection, form: 'record' }])
        break
      case 'copies':
        count(run.tallies, item.jurisdiction, 'records', item.count)
        count(run.tallies, item.jurisdiction, 'unchanged', item.count)
        break
    }
  }
  await flush()
  await under_way
  run.backfill.settle()
  await waiting.release()
}

/** New entities of a jurisdiction that is live, held back until it is known whether this is a bulk load. */
function createWaiting(run: RunContext): {
  add(groups: readonly ObservationGroup[]): Promise<void>
  release(): Promise<void>
} {
  const waiting = new Map<string, ObservationGroup[]>()
  const observeIn = async (groups: readonly ObservationGroup[]) => {
    const most = run.settings.ingest_batch_entities
    for (let from = 0; from < groups.length; from += most)
      await observeBatch(run, groups.slice(from, from + most))
  }
  return {
    async add(groups) {
      for (const [jurisdiction, some] of Map.groupBy(groups, ([first]) => first?.jurisdiction ?? '')) {
        const held_back = [...(waiting.get(jurisdiction) ?? []), ...some]
        waiting.set(jurisdiction, held_back)
        if ((await run.backfill.decide(jurisdiction, held_back.length)) === 'undecided') continue
        waiting.delete(jurisdiction)
        run.log.info({ jurisdiction, entities: held_back.length }, 'a bulk load: what is new is backfill')
        await observeIn(held_back)
      }
    },
    async release() {
      await observeIn([...waiting.values()].flat())
    },
  }
}
