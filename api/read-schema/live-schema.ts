import { hash } from 'node:crypto'
import type { QueryResultRow } from 'pg'
import { type Database, parseTimestamptz } from '../../runtime/postgres/postgres.ts'
import { problem } from '../http/problem.ts'
import type { Bindings } from './bindings.ts'
import { createBindings } from './bindings.ts'

/**
 * Rows of a statement, with the feed of the live read schema and its watermark. A reader with a time before
 * `since` has rows of another feed.
 */
export type Feed = { readonly epoch: number; readonly since: string; readonly watermark: string }
export type Reading<R> = { readonly feed: Feed; readonly rows: R[] }

/** Builds one SELECT over a read schema. It may use `live.watermark`; its rows have an `id` that is never null. */
export type Select = (schema: string, bind: Bindings['bind']) => string

/**
 * `custom_plan` is for statements whose best plan depends on the values (a word in half of all bills, a day
 * of last week). A prepared statement would soon get one plan for all values. `one_plan` is for statements whose plan
 * takes as long as their rows, and is good for all values: they use connections that plan once.
 */
export type ReadOptions = { readonly custom_plan?: boolean; readonly one_plan?: boolean }

export type ReadModel = {
  read<R extends QueryResultRow>(select: Select, options?: ReadOptions): Promise<Reading<R>>
}

type LiveRow = { live_standing: string; id: unknown }

/** One text, created once per statement and repeated in every row. */
const STANDING = `concat_ws('|', name, feed_epoch, feed_since, watermark) AS standing`

const ATTEMPTS = 5
/** Postgres: no such table, no such schema, a prepared plan of a table that was replaced. */
const GONE = new Set(['42P01', '3F000', '0A000'])
const NO_SUCH_COLUMN = '42703'

/** The condition for the row of control.read_schema that readers see: `pinned`, or the live one. */
export const schemaPointer = (pinned: string | undefined): string =>
  pinned === undefined ? 'is_live' : `name = '${pinned}'`

/**
 * Reads pages that are never a mix of two read schemas: pointer, watermark and rows come from one statement.
 * It names the last known live schema. If another one is live now, it returns no rows and is repeated.
 * `pinned` is read instead of the live schema. `planningOnce` are connections to the same database for `one_plan`.
 */
export function createReadModel(
  database: Pick<Database, 'query'>,
  pinned?: string,
  planningOnce: Pick<Database, 'query'> = database,
): ReadModel {
  let known: string | undefined
  const pointer = schemaPointer(pinned)

  async function livePointer(): Promise<string> {
    const { rows } = await database.query<{ name: string }>(
      `SELECT name FROM control.read_schema WHERE ${pointer}`,
    )
    if (rows[0] === undefined) {
      const what = pinned === undefined ? 'No read schema is live yet.' : `There is no read schema ${pinned}.`
      throw problem(503, 'not_ready', what, { headers: { 'retry-after': '2' } })
    }
    return rows[0].name
  }

  return {
    async read<R extends QueryResultRow>(select: Select, options: ReadOptions = {}): Promise<Reading<R>> {
      let cause: unknown
      for (let attempt = 1; ; attempt += 1) {
        known ??= await livePointer()
        const name = known
        const { bind, values } = createBindings()
        const text = `
          SELECT live.standing AS live_standing, found.*
          FROM (SELECT name, watermark, ${STANDING} FROM control.read_schema WHERE ${pointer} OFFSET 0) live
          LEFT JOIN LATERAL (${select(name, bind)}) found ON live.name = ${bind(name)}`
        try {
          const prepared = options.custom_plan === true ? {} : { name: statementName(text) }
          const connections = options.one_plan === true ? planningOnce : database
          const { rows } = await connections.query<LiveRow & R>({ ...prepared, text, values })
          const [live, ...feed] = rows[0]?.live_standing.split('|') ?? []
          if (live === name) return { feed: feedOf(feed), rows: rows[0]!.id === null ? [] : rows }
          known = live
        } catch (error) {
          const code = (error as { code?: string }).code ?? ''
          if (code === NO_SUCH_COLUMN) throw otherTables(name, error)
          if (!GONE.has(code)) throw error
          known = undefined
          cause = error
        }
        if (attempt >= ATTEMPTS) {
          throw problem(503, 'not_ready', 'The live read schema cannot be read at the moment.', {
            headers: { 'retry-after': '2' },
            cause,
          })
        }
      }
    },
  }
}

/** The code was deployed before the rebuild that it needs; readiness reports this too. */
const otherTables = (name: string, cause: unknown) =>
  problem(503, 'not_ready', `The tables of ${name} do not have the version that this server expects.`, {
    headers: { 'retry-after': '30' },
    cause,
  })

function feedOf([epoch, since, watermark]: readonly string[]): Feed {
  return {
    epoch: Number(epoch),
    since: parseTimestamptz(since!),
    watermark: finite(parseTimestamptz(watermark!)),
  }
}

/** Before the first projection there is no watermark, which readers see as the beginning of time. */
const finite = (watermark: string): string =>
  watermark === '-infinity' ? '1970-01-01T00:00:00.000000Z' : watermark

/** Equal texts share a prepared statement on a connection. The set of filters limits their number. */
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
