import type { Command } from 'commander'
import type { DeriveParts } from '../../derive/bills/derive-bills.ts'
import { allMethods } from '../../derive/methods/method-module.ts'
import { startDeriveLoop } from '../../derive/service/derive-loop.ts'
import { createDeriveMetrics } from '../../derive/service/derive-metrics.ts'
import { dropDerived, reportDerived } from '../../derive/service/derive-report.ts'
import { fillWhenFree } from '../../derive/service/fill-when-free.ts'
import { reportModel } from '../../derive/service/model-report.ts'
import { createSimilarFiller } from '../../derive/similar/service/similar-filler.ts'
import { reportSimilar } from '../../derive/similar/service/similar-report.ts'
import { createDeriverPool, derivingThreads } from '../../derive/threads/deriver-pool.ts'
import { countRequests } from '../../ingest/derivations/request-derivation.ts'
import { systemClock } from '../../runtime/clock.ts'
import { startServiceHealth } from '../../runtime/health/service-health.ts'
import { createMetrics } from '../../runtime/metrics.ts'
import { createObjectStore } from '../../runtime/object-store/create-object-store.ts'
import { pause } from '../../runtime/pause.ts'
import { watchFrozenSessions } from '../../runtime/postgres/frozen-sessions.ts'
import { createDatabase, type Database } from '../../runtime/postgres/postgres.ts'
import type { Settings } from '../../runtime/settings/settings.ts'
import { LegislogError } from '../../schemas/errors.ts'
import { openContext } from '../context/context.ts'
import { withDatabase } from '../context/with-database.ts'
import { type DerivedStatus, describeDerived } from '../derive/describe-derived.ts'
import { startSimilarService } from '../derive/similar-service.ts'
import type { RequestTaker } from '../derive/take-requests.ts'
import { type Answer, setAction } from '../output/answer.ts'
import { type ProgressDisplay, showProgress } from '../output/progress.ts'
import { reportReady } from '../process/parent.ts'
import { stopSignal, untilStopped } from '../process/until-stopped.ts'

const REPORT_MS = 10_000
const BUSY_MS = 500

/** The service that derives results ahead of requests. Several may run: one works, and the others wait for its end. */
export function registerDerive(program: Command): void {
  const derive = program
    .command('derive')
    .description('derive sections, diffs, change sentences, summaries and similar bills, until stopped')
  setAction(derive, serve)
  setAction(derive.command('status').description('count what is derived, and show what failed'), () =>
    withDatabase('derive', async (database, settings) => {
      const status = await readDerived(database, settings)
      return { text: describeDerived(status), json: status }
    }),
  )
  setAction(derive.command('fill').description('derive everything that is missing, then end'), () =>
    withDatabase('derive', fill),
  )
  setAction(
    derive.command('drop').description('delete everything that is derived; it is derived again when needed'),
    () =>
      withDatabase('derive', async (database) => {
        await dropDerived(database)
        return { text: 'everything that was derived is deleted', json: { dropped: true } }
      }),
  )
}

const partsOf = (settings: Settings, database: Database): Omit<DeriveParts, 'signal'> => ({
  database,
  objects: createObjectStore(settings),
  pool: createDeriverPool(settings),
  module: allMethods,
  threads: derivingThreads(settings),
})

async function readDerived(database: Database, { model_url, model_name }: Settings): Promise<DerivedStatus> {
  const report = { ...(await reportDerived(database)), similar: (await reportSimilar(database)) ?? null }
  if (model_url === '') return { ...report, model: null }
  const model = await reportModel(database, systemClock.now())
  return { ...report, model: { name: model_name, requests: await countRequests(database), ...model } }
}

/** Few services have a model: its code is loaded only for them. */
async function startModel(
  parts: Parameters<typeof import('../derive/model-service.ts')['startModelService']>[0],
): Promise<RequestTaker | undefined> {
  const { startModelService } = await import('../derive/model-service.ts')
  return startModelService(parts)
}

async function serve(): Promise<Answer> {
  const { settings, log } = await openContext({ name: 'derive', needs: ['postgres'] })
  const database = createDatabase(settings, { application_name: 'legislog derive' })
  const metrics = createMetrics()
  const parts = partsOf(settings, database)
  const model = settings.model_url === '' ? undefined : await startModel({ ...parts, settings, metrics, log })
  const loop = startDeriveLoop({ ...parts, log, ...createDeriveMetrics(metrics) })
  const similar = startSimilarService({ settings, database, metrics, log })
  const watch = watchFrozenSessions({ database, log })
  const health = await startServiceHealth({
    settings,
    metrics,
    log,
    service: 'derive',
    has_kafka: false,
    clock: systemClock,
    checks: () => ({
      derive: async () => loop.health().error ?? undefined,
      similar: async () => similar.health().error ?? undefined,
      ...(model === undefined ? {} : { model: async () => model.error() ?? undefined }),
    }),
    facts: loop.health,
  })
  let reported = 0
  const report = setInterval(() => {
    const { bills } = loop.health()
    if (bills > reported)
      log.info({ bills, per_second: (bills - reported) / (REPORT_MS / 1_000) }, 'deriving')
    reported = bills
  }, REPORT_MS)
  try {
    reportReady()
    await untilStopped({ is_service: true })
  } finally {
    clearInterval(report)
    await health.stop()
    // The loop ends the threads that the model waits for.
    await Promise.all([loop.stop(), similar.stop(), model?.stop()])
    await watch.stop()
    await database.end()
  }
  return { json: loop.health() }
}

async function fill(database: Database, settings: Settings): Promise<Answer> {
  const progress = showProgress()
  const parts = partsOf(settings, database)
  const signal = stopSignal(new LegislogError('stopped', 'stopped; the next run continues from here'))
  const began = performance.now()
  const seconds = () => (performance.now() - began) / 1_000
  const { bills_to_do } = await reportDerived(database)
  let bills = 0
  let compared = 0
  try {
    await fillWhenFree({
      ...parts,
      signal,
      onWait: () => progress.follow('bills', 'another process derives: waiting until nothing is left to do'),
      onCompared(count) {
        compared += count
        progress.follow('copycats', `${compared} bills compared with models and other bills`)
      },
      onBills(count) {
        bills += count
        progress.follow('bills', `${bills} of ${bills_to_do}, ${(bills / seconds()).toFixed(1)} a second`)
      },
    })
    await fillSimilarBills(database, settings, signal, progress)
    const status = await readDerived(database, settings)
    return {
      text: [`${bills} bills compared in ${seconds().toFixed(0)} s`, describeDerived(status)].join('\n'),
      json: { ...status, compared: bills, seconds: seconds() },
    }
  } finally {
    progress.end()
    await parts.pool.close()
  }
}

async function fillSimilarBills(
  database: Database,
  settings: Settings,
  signal: AbortSignal,
  progress: ProgressDisplay,
): Promise<void> {
  const filler = createSimilarFiller({ settings, database, clock: systemClock })
  let [bills, lists] = [0, 0]
  const report = () => progress.follow('similar', `${bills} bills read, ${lists} lists`)
  const counted = {
    onBills(count: number) {
      bills += count
      report()
    },
    onLists(count: number) {
      lists += count
      report()
    },
  }
  try {
    while (!(await filler.fill(signal, counted))) {
      progress.follow('similar', 'another process makes the lists of similar bills')
      await pause(BUSY_MS, signal)
      signal.throwIfAborted()
    }
  } finally {
    await filler.close()
  }
}
