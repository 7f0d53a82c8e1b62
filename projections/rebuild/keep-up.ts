import { setTimeout as delay } from 'node:timers/promises'
import type { Database } from '../../runtime/postgres.ts'
import { type Projections, type ProjectionsOptions, startProjections } from '../start-projections.ts'

const POLL_MS = 100

/**
 * Waits until a read schema is nearly as far as the live one, while `legislog project` brings it up to date; where nobody
 * moves it, it is done here until `work` has ended.
 */
export async function whileKeptUp<T>(
  options: Omit<ProjectionsOptions, 'read_schema' | 'must_exist'> & {
    readonly read_schema: string
    readonly patience_ms: number
    readonly signal: AbortSignal
    readonly tell: (detail: string) => void
  },
  work: () => Promise<T>,
): Promise<T> {
  const { database, read_schema, patience_ms, signal, tell } = options
  let own: Projections | undefined
  try {
    let last: string | undefined
    let moves = 0
    let moved_at = Date.now()
    for (;;) {
      signal.throwIfAborted()
      const { is_level, watermark } = await standing(database, read_schema)
      if (last !== undefined && watermark !== last) {
        moves += 1
        moved_at = Date.now()
      }
      last = watermark
      // One that stands still is soon behind, however far it is.
      if (is_level && moves > 0) break
      if (own === undefined && Date.now() - moved_at > patience_ms) {
        tell(`nobody brings ${read_schema} up to date: doing it here`)
        own = await startProjections({ ...options, must_exist: true })
      }
      await Promise.race([delay(POLL_MS), own?.done ?? delay(POLL_MS)])
    }
    return await work()
  } finally {
    await own?.stop()
  }
}

async function standing(
  database: Database,
  read_schema: string,
): Promise<{ is_level: boolean; watermark: string }> {
  const { rows } = await database.query<{ is_level: boolean; watermark: string }>(
    `SELECT r.watermark, r.is_live OR r.watermark > '-infinity' AND r.watermark >= coalesce(
       (SELECT watermark - interval '1 second' FROM control.read_schema WHERE is_live), '-infinity') AS is_level
     FROM control.read_schema r WHERE r.name = $1`,
    [read_schema],
  )
  return rows[0] ?? { is_level: false, watermark: '' }
}
