import { hash } from 'node:crypto'
import type { QueryResultRow } from 'pg'
import type { Database } from '../../runtime/postgres.ts'
import { problem } from '../problem.ts'
import type { Bindings } from './bindings.ts'
import { createBindings } from './bindings.ts'

/** What a statement read, and where it stood: the live read schema, its feed epoch and its watermark. */
export type Feed = { readonly epoch: number; readonly watermark: string }
export type Reading<R> = { readonly feed: Feed; readonly rows: R[] }

/** Builds one SELECT over a read schema. It may use `live.watermark`; its rows have an `id` that is never null. */
export type Select = (schema: string, bind: Bindings['bind']) => string

export type ReadModel = { read<R extends QueryResultRow>(select: Select): Promise<Reading<R>> }

type LiveRow = { live_name: string; live_epoch: number; live_watermark: string; id: unknown }

const ATTEMPTS = 5
/** Postgres: no such table, no such schema, a prepared plan of a table that was replaced. */
const GONE = new Set(['42P01', '3F000', '0A000'])

/**
 * Reads pages that are never a mix of two read schemas: pointer, watermark and rows come from one statement, which
 * names the schema last known as live and answers no rows when another one is by now; then it is asked again.
 */
export function createReadModel(database: Database): ReadModel {
  let known: string | undefined

  async function livePointer(): Promise<string> {
    const { rows } = await database.query<{ name: string }>(
      'SELECT name FROM control.read_schema WHERE is_live',
    )
    if (rows[0] === undefined) {
      throw problem(503, 'not_ready', 'No read schema is live yet.', { headers: { 'retry-after': '2' } })
    }
    return rows[0].name
  }

  return {
    async read<R extends QueryResultRow>(select: Select): Promise<Reading<R>> {
      let cause: unknown
      for (let attempt = 1; ; attempt += 1) {
        known ??= await livePointer()
        const name = known
        const { bind, values } = createBindings()
        const text = `
          SELECT live.name AS live_name, live.feed_epoch AS live_epoch, live.watermark AS live_watermark, found.*
          FROM (SELECT name, feed_epoch, watermark FROM control.read_schema WHERE is_live) live
          LEFT JOIN LATERAL (${select(name, bind)}) found ON live.name = ${bind(name)}`
        try {
          const { rows } = await database.query<LiveRow & R>({ name: statementName(text), text, values })
          const live = rows[0]
          if (live !== undefined && live.live_name === name) {
            return {
              feed: { epoch: live.live_epoch, watermark: finite(live.live_watermark) },
              rows: live.id === null ? [] : rows,
            }
          }
          known = live?.live_name
        } catch (error) {
          if (!GONE.has((error as { code?: string }).code ?? '')) throw error
          known = undefined
          cause = error
        }
        if (attempt >= ATTEMPTS) {
          throw problem(503, 'not_ready', 'The live read schema cannot be read now.', {
            headers: { 'retry-after': '2' },
            cause,
          })
        }
      }
    },
  }
}

/** Before anything was projected there is no watermark; to a reader that is the beginning of time. */
const finite = (watermark: string): string =>
  watermark === '-infinity' ? '1970-01-01T00:00:00.000000Z' : watermark

/** Equal texts are one prepared statement of a connection; their number is bounded by the filters that exist. */
const names = new Map<string, string>()
function statementName(text: string): string {
  let name = names.get(text)
  if (name === undefined) {
    name = hash('sha1', text, 'base64url')
    if (names.size >= 2_000) names.clear()
    names.set(text, name)
  }
  return name
}
