import { setTimeout as delay } from 'node:timers/promises'
import type { Database } from '../../../runtime/postgres/postgres.ts'
import { LegislogError } from '../../../schemas/errors.ts'
import {
  type Projections,
  type ProjectionsOptions,
  startProjections,
} from '../../service/start-projections.ts'

const POLL_MS = 100

/**
 * Waits until a read schema is nearly as far as the live one, while `legislog project` updates it. If no projector
 * moves it, this process updates it until `work` has ended.
 */
export async function whileKeptUp<T>(
  options: Omit<ProjectionsOptions, 'read_schema' | 'must_exist'> & {
    readonly read_schema: string
    readonly patience_ms: number
    readonly signal: AbortSignal
    readonly report: (detail: string) => void
  },
  work: () => Promise<T>,
): Promise<T> {
  const { database, read_schema, patience_ms, signal, report } = options
  let own: Projections | undefined
  try {
    let last: string | undefined
    let moves = 0
    let movedAt = Date.now()
    for (;;) {
      signal.throwIfAborted()
      const { is_level, watermark, lag_events } = await readProgress(database, read_schema)
      if (last !== undefined && watermark !== last) {
        moves += 1
        movedAt = Date.now()
      }
      last = watermark
      // A read schema that does not move is soon behind, however far it is.
      if (is_level && moves > 0) break
      if (own === undefined) {
        report(
          `waiting for legislog project to bring ${read_schema} up to date: ${lag_events} events are left`,
        )
      } else {
        report(`no projector updates ${read_schema}: doing it here, ${lag_events} events are left`)
      }
      if (own === undefined && Date.now() - movedAt > patience_ms) {
        own = await startProjections({ ...options, must_exist: true })
      }
      await Promise.race([delay(POLL_MS), own?.done ?? delay(POLL_MS)])
    }
    return await work()
  } finally {
    await own?.stop()
  }
}

/** Throws `swap_impossible` if it is gone or marked for dropping: waiting for it would never end. */
async function readProgress(
  database: Database,
  readSchema: string,
): Promise<{ is_level: boolean; watermark: string; lag_events: number }> {
  const { rows } = await database.query<{
    is_level: boolean
    watermark: string
    lag_events: number
    state: string
  }>(
    `SELECT r.state, r.watermark,
       (SELECT coalesce(sum(greatest(k.end_offset - p.next, 0)), 0)::bigint FROM control.position p
        JOIN control.partition_clock k USING (topic, partition) WHERE p.read_schema = r.name) AS lag_events,
       r.is_live OR r.watermark > '-infinity' AND r.watermark >= coalesce(
         (SELECT watermark - interval '1 second' FROM control.read_schema WHERE is_live), '-infinity') AS is_level
     FROM control.read_schema r WHERE r.name = $1`,
    [readSchema],
  )
  const found = rows[0]
  if (found?.state === 'projecting') return found
  throw new LegislogError(
    'swap_impossible',
    `${readSchema} is ${found?.state ?? 'gone'}: no projector keeps it up to date`,
  )
}
