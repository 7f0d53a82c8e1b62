import type { RunContext } from '../run-context/run-context.ts'
import { count } from '../run-context/tally.ts'
import type { Observation, ObservationGroup } from '../source-interface/observation.ts'
import type { SourceItem } from '../source-interface/source.ts'
import { countLeftOut } from '../sources/mapping/left-out.ts'
import { createDeferredGroups, type DeferredGroups } from './deferred-groups.ts'
import { observeBatch, reject } from './observe-batch.ts'
import { createObjectSaver } from './store-objects.ts'
import { createVoterCheck } from './voter-check.ts'

export type ObserveOptions = {
  /** Checked between two items. Items that were read are observed, and the rest is left for the next run. */
  readonly signal: AbortSignal
  readonly onBatch: () => void
}

/** The next batch is read and mapped during the transaction of the last one. At most two batches are in memory. */
export async function observeItems(
  run: RunContext,
  items: AsyncIterable<SourceItem>,
  options: ObserveOptions,
): Promise<void> {
  const waiting = createDeferredGroups(run)
  try {
    await takeItems(run, items, waiting, options)
    // At the end of the input it is known whether deferred entities are live.
    if (options.signal.aborted) return
    run.backfill.settle()
    await waiting.release()
  } finally {
    await waiting.close()
  }
}

function isDisputed({ parts }: Observation): boolean {
  const extras = 'core' in parts ? parts.core?.extras : 'vote' in parts ? parts.vote?.extras : undefined
  return extras?.disputed !== undefined
}

function countRecords({ tallies }: RunContext, group: ObservationGroup): void {
  const jurisdiction = group[0]?.jurisdiction ?? null
  count(tallies, jurisdiction, 'records', group.length)
  const leftOut = group.reduce((sum, one) => sum + countLeftOut(one), 0)
  if (leftOut > 0) count(tallies, jurisdiction, 'left_out', leftOut)
  const disputed = group.filter(isDisputed).length
  if (disputed > 0) count(tallies, jurisdiction, 'disputed', disputed)
}

async function takeItems(
  run: RunContext,
  items: AsyncIterable<SourceItem>,
  waiting: DeferredGroups,
  { signal, onBatch }: ObserveOptions,
): Promise<void> {
  const keep = createObjectSaver(run)
  const voters = createVoterCheck(run.database)
  let batch: ObservationGroup[] = []
  let size = 0
  let underWay: Promise<void> = Promise.resolve()
  const observe = async (groups: ObservationGroup[]) => {
    await waiting.add(await observeBatch(run, groups))
    onBatch()
  }
  const flush = async () => {
    await underWay
    underWay = observe(batch)
    // It is awaited with the next batch or at the end. A failure before that must not end the process.
    underWay.catch(() => {})
    batch = []
    size = 0
  }
  const take = async () => {
    for await (const item of items) {
      switch (item.kind) {
        case 'observed': {
          await keep(item.objects)
          countRecords(run, item.group)
          const { group, rejected } = await voters.settle(item.group)
          if (rejected > 0) count(run.tallies, group[0]?.jurisdiction ?? null, 'rejected_voters', rejected)
          batch.push(group)
          size += item.group.length
          if (size >= run.settings.ingest_batch_entities) await flush()
          break
        }
        case 'rejected':
          count(run.tallies, item.rejection.jurisdiction, 'records')
          await underWay
          await reject(run, [{ ...item.rejection, form: 'record' }])
          break
        case 'copies':
          count(run.tallies, item.jurisdiction, 'records', item.count)
          count(run.tallies, item.jurisdiction, 'unchanged', item.count)
          break
      }
      if (signal.aborted) break
    }
  }
  try {
    await take().catch((error: unknown) => {
      // A fetch that is asked to stop throws: what came before it is observed.
      if (!signal.aborted) throw error
    })
    await flush()
    await underWay
  } finally {
    // Wait, so that no work of a run continues after its end. The first error is thrown already.
    await underWay.catch(() => {})
  }
}
