import { readFile } from 'node:fs/promises'
import type { Database } from '../../../runtime/postgres/postgres.ts'
import { BUSY_BILL } from '../soak/observation-stream.ts'

/**
 * Shows how fresh the visible data is. Every run of the writer puts its time into the title of one bill, and appends
 * that time to a file once its transactions are committed.
 */
export type Markers = {
  /** Reads which times were committed and which are visible since the last call. */
  look(): Promise<void>
  /** The newest time that was committed at least this many ms ago; undefined if there is none. */
  committed(msAgo: number): string | undefined
  /** Reads the time that the live read schema shows now. Throws if Postgres does not answer. */
  shown(): Promise<string>
  /** The age of the oldest committed time that was not visible at the last call. */
  unshownSeconds(): number
}

export function createMarkers(file: string, database: Database): Markers {
  const seen: { readonly moment: string; readonly at_ms: number }[] = []
  let shownMoment = ''

  async function shown(): Promise<string> {
    const { rows: schemas } = await database.query<{ name: string }>(
      'SELECT name FROM control.read_schema WHERE is_live',
    )
    const name = schemas[0]?.name
    if (name === undefined) return ''
    const { rows } = await database.query<{ title: string }>(
      `SELECT title FROM ${name}.bills WHERE identifier = $1`,
      [BUSY_BILL],
    )
    return rows[0]?.title.split(' ').at(-1) ?? ''
  }

  return {
    async look() {
      // Nothing was written yet.
      const text = await readFile(file, 'utf8').catch(() => '')
      const lines = text.split('\n').slice(0, -1)
      for (const moment of lines.slice(seen.length)) seen.push({ moment, at_ms: performance.now() })
      // While the API is away, the last moment that it showed counts.
      shownMoment = await shown().catch(() => shownMoment)
    },
    committed: (msAgo) => seen.findLast(({ at_ms }) => at_ms <= performance.now() - msAgo)?.moment,
    shown,
    unshownSeconds() {
      const oldest = seen.find(({ moment }) => moment > shownMoment)
      return oldest === undefined ? 0 : (performance.now() - oldest.at_ms) / 1_000
    },
  }
}
