import { Counter, Gauge, type Registry } from 'prom-client'
import type { Log } from '../../runtime/log.ts'
import type { ObjectStore } from '../../runtime/object-store/object-store.ts'
import { liveReadSchema } from '../../runtime/postgres/live-read-schema.ts'
import type { Database } from '../../runtime/postgres/postgres.ts'
import { Signal } from '../../runtime/signal.ts'
import { type Reconciled, reconcileGeo } from './reconcile.ts'

const POLL_MS = 2_000
const AFTER_FAILURE_MS = 10_000
/** Looks again even if nothing seems to have changed, because a retry may be due, or rows may have been committed late. */
const LOOK_AGAIN_MS = 30_000

export type GeoHealth = {
  /** The shapes or the release that are being loaded; null if nothing is. */
  readonly loading: string | null
  readonly error: string | null
}
export type GeoLoop = { health(): GeoHealth; stop(): Promise<void> }

/** Keeps the data of the address lookup as the read schema lists them. A failure never ends the projection. */
export function startGeoLoop(options: {
  readonly database: Database
  readonly objects: ObjectStore
  readonly log: Log
  readonly metrics: Registry
  readonly poll_ms?: number
}): GeoLoop {
  const { database, objects, log, metrics, poll_ms = POLL_MS } = options
  const stopped = new AbortController()
  const woken = new Signal()
  const count = createGeoMetrics(metrics)
  let [loading, failure]: [string | null, string | null] = [null, null]
  let seen: { readonly state: string; readonly at_ms: number } | undefined

  async function look(): Promise<void> {
    const state = await readState(database)
    if (seen?.state === state && performance.now() - seen.at_ms < LOOK_AGAIN_MS) return
    const done = await reconcileGeo({
      database,
      objects,
      log,
      signal: stopped.signal,
      onProgress: (what) => {
        loading = what
      },
    })
    // Another process loads now: look again.
    if (done === undefined) return
    count(done)
    seen = { state, at_ms: performance.now() }
  }

  async function run(): Promise<void> {
    while (!stopped.signal.aborted) {
      let wait_ms = poll_ms
      try {
        await look()
        failure = null
      } catch (error) {
        if (stopped.signal.aborted) return
        wait_ms = AFTER_FAILURE_MS
        failure = error instanceof Error ? error.message : String(error)
        log.warn({ err: error }, 'could not load what the address lookup reads; trying again')
      }
      loading = null
      if (!stopped.signal.aborted) await woken.wait(wait_ms)
    }
  }

  const done = run()
  return {
    health: () => ({ loading, error: failure }),
    async stop() {
      stopped.abort()
      woken.notify()
      await done
    },
  }
}

/** It changes with every change of the read schema's boundaries and releases. */
async function readState(database: Database): Promise<string> {
  const schema = await liveReadSchema(database)
  if (schema === undefined) return 'none'
  const { rows } = await database.query<{ state: string }>(
    `SELECT concat_ws(' ', $1::text, (SELECT max(updated_at) FROM ${schema}.boundaries),
       (SELECT max(updated_at) FROM ${schema}.address_releases), (SELECT count(*) FROM ${schema}.address_releases),
       (SELECT to_regnamespace('geo')::oid)) AS state`,
    [schema],
  )
  return rows[0]!.state
}

function createGeoMetrics(metrics: Registry): (done: Reconciled) => void {
  const rows = new Counter({
    name: 'legislog_geo_rows_total',
    help: 'Rows of address releases that were loaded, by kind, or rejected',
    labelNames: ['kind'],
    registers: [metrics],
  })
  const units = new Counter({
    name: 'legislog_geo_loads_total',
    help: 'Address releases and shapes of divisions that were loaded, dropped or failed',
    labelNames: ['kind', 'outcome'],
    registers: [metrics],
  })
  const last = new Gauge({
    name: 'legislog_geo_reconciled_timestamp_seconds',
    help: 'When the data of the address lookup were last compared with the read schema',
    registers: [metrics],
  })
  return ({ shapes, releases, rows: counted }) => {
    for (const [kind, number] of Object.entries(counted)) rows.inc({ kind }, number)
    for (const [outcome, number] of Object.entries(releases)) units.inc({ kind: 'release', outcome }, number)
    units.inc({ kind: 'shape', outcome: 'loaded' }, shapes.loaded)
    units.inc({ kind: 'shape', outcome: 'dropped' }, shapes.removed)
    units.inc({ kind: 'shape', outcome: 'failed' }, shapes.failed)
    last.setToCurrentTime()
  }
}
