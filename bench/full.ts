import { randomBytes } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { ensureAccount, issueToken } from '../api/accounts/accounts.ts'
import { openContext } from '../cli/context/context.ts'
import { appendLiveEvents } from '../corpus/live/live-events.ts'
import { readPositions } from '../projections/verify/schema-snapshot.ts'
import { createEventCodec } from '../runtime/events/event-codec.ts'
import type { Log } from '../runtime/log.ts'
import { liveReadSchema } from '../runtime/postgres/live-read-schema.ts'
import { LegislogError } from '../schemas/errors.ts'
import { followChanges } from './full/changes-copy.ts'
import { createQuestions } from './full/questions.ts'
import { startReaders } from './full/readers.ts'
import { describeFull, type FullRun, faultsOf } from './full/report.ts'
import { runRebuild } from './full/run-rebuild.ts'
import { allOf } from './measure/measure.ts'
import { findParties } from './measure/processor-time.ts'
import { keepResult } from './measure/results.ts'
import { measureFloor } from './rebuild/floor.ts'
import { startCommand } from './service/child-process.ts'
import { type CorpusStack, withCorpus } from './service/corpus-stack.ts'
import { untilListening } from './service/until-listening.ts'
import { wholeNumber } from './service/whole-number.ts'

/** Readers and writers run this long before the rebuild, after the swap and after the rollback. */
const STEADY_MS = 20_000
/** With more bills, only one partition is compared with the log at the end: both rebuilds were compared whole. */
const WHOLLY_VERIFIED_BILLS = 200_000

/**
 * The acceptance run. It makes a corpus, loads it by `legislog rebuild` from nothing (unless a read schema is live),
 * and runs the services with reads and news at a rate. Meanwhile come a second rebuild with its proof and swap, and a
 * rollback. Then the log is compared with the rows that readers see. Throws if anything went wrong.
 */
export async function benchFull(
  bills: string,
  events_per_s: string,
  reads_per_s: string,
  floor: string,
): Promise<string> {
  if (!['floor', 'no-floor'].includes(floor)) {
    throw new LegislogError('usage', `${JSON.stringify(floor)} must be floor or no-floor`)
  }
  const { settings, log } = await openContext({ name: 'bench' })
  const rates = {
    events_per_s: wholeNumber('events_per_s', events_per_s),
    reads_per_s: wholeNumber('reads_per_s', reads_per_s),
  }
  const overrides = {
    webhook_allow_insecure: true,
    webhook_secret_key: randomBytes(32).toString('base64'),
    rate_limits: 'business=0',
  }
  return withCorpus({ settings, log, name: 'full', bills, projected: false, overrides }, async (stack) => {
    const live = await liveReadSchema(stack.database)
    const first =
      live === undefined ? await runRebuild(stack.settings, await findParties(settings)) : undefined
    if (first !== undefined) log.info(first, 'loaded')
    const readSchema = live ?? first!.read_schema
    const floor_ms = floor === 'floor' ? await floorOf(stack, log, readSchema) : undefined
    const run = { ...(await besideReaders(stack, rates, readSchema)), first, floor_ms }
    const text = await keepResult(`legislog bench full ${bills}`, describeFull(run))
    const faults = faultsOf(run)
    if (faults.length > 0) throw new LegislogError('service_failed', `${text}\n\n${faults.length} faults`)
    return text
  })
}

/** Processor time of the cheapest read, COPY and index build of what is loaded, in ms. */
async function floorOf({ settings, database }: CorpusStack, log: Log, readSchema: string): Promise<number> {
  const until = await readPositions(database, readSchema)
  const events = Number([...until.values()].reduce((sum, next) => sum + next, 0n))
  const parties = await findParties(settings)
  const stages = await measureFloor({
    settings,
    database,
    log,
    parties,
    until,
    events,
    read_schema: readSchema,
  })
  return stages.reduce((sum, { time }) => sum + allOf(time), 0)
}

type Rates = Pick<FullRun, 'events_per_s' | 'reads_per_s'>

async function besideReaders(
  stack: CorpusStack,
  rates: Rates,
  readSchema: string,
): Promise<Omit<FullRun, 'first' | 'floor_ms'>> {
  const { settings, database } = stack
  const parties = await findParties(settings)
  const origin = `http://${settings.host}:${settings.port}`
  const { token } = await issueToken(database, await ensureAccount(database, 'bench', 'business'))
  const codec = await createEventCodec(settings, database)
  const services = ['relay', 'project', 'api', 'webhooks'].map((name) => startCommand(name, [name], settings))
  try {
    await untilListening(origin)
    await caughtUp(settings)
    const questions = await createQuestions(database, readSchema)
    const began = performance.now()
    const copy = followChanges({ origin, token, since: await liveWatermark(database) })
    const readers = startReaders({ ...rates, origin, token, questions })
    readers.enter('before')
    const live = await appendLiveEvents({
      settings,
      database,
      codec,
      read_schema: readSchema,
      seed: stack.events,
      events_per_s: rates.events_per_s,
    })
    const whileLive = <T>(work: Promise<T>): Promise<T> => Promise.race([work, live.failed])
    await whileLive(delay(STEADY_MS))
    readers.enter('during the rebuild')
    const second = await whileLive(runRebuild(settings, parties))
    readers.enter('after the swap')
    await whileLive(delay(STEADY_MS))
    readers.enter('rollback, and after')
    const rolling = performance.now()
    const { to } = JSON.parse(
      await whileLive(startCommand('rollback', ['rollback', '--json'], settings).lastLine()),
    ) as { to: string }
    const rollback_s = (performance.now() - rolling) / 1000
    await whileLive(delay(STEADY_MS))
    const [live_seconds, behind_ms] = [(performance.now() - began) / 1000, live.behind_ms()]
    await live.stop()
    await caughtUp(settings)
    await readers.stop()
    const copied = await copy.end(database, to)
    const verifying = performance.now()
    const part = stack.bills > WHOLLY_VERIFIED_BILLS ? ['--partition', '0'] : []
    const verified = JSON.parse(
      await startCommand('verify', ['verify', ...part, '--json'], settings).lastLine(),
    ) as FullRun['verified']
    return {
      ...rates,
      bills: stack.bills,
      generated_s: stack.generated_s,
      second,
      live_seconds,
      behind_ms,
      live_events: live.events(),
      readers,
      copy: copied,
      rolled_back: to,
      rollback_s,
      verified: { ...verified, part, seconds: (performance.now() - verifying) / 1000 },
      services: services.map((service) => service.spent()),
    }
  } finally {
    await Promise.all(services.map((service) => service.stop()))
  }
}

async function caughtUp(settings: CorpusStack['settings']): Promise<void> {
  await startCommand('status', ['status', '--wait', '--json'], settings).lastLine()
}

/** In the form in which readers are given it. */
async function liveWatermark(database: CorpusStack['database']): Promise<string> {
  const { rows } = await database.query<{ watermark: string }>(
    `SELECT watermark FROM control.read_schema WHERE is_live`,
  )
  return rows[0]!.watermark
}
