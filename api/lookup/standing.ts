import { VERSION_SQL } from '../../locate/read/known.ts'
import { createSharedReading } from '../../runtime/batcher.ts'
import type { Queryable } from '../../runtime/postgres/postgres.ts'
import { catalog } from '../../schemas/log/event-catalog.ts'
import { rowsVersionSql } from '../read-schema/rows-version.ts'

/** The versions of everything that an answer is made of. What is remembered of another version is not used. */
export type Standing = {
  /** The version of the loaded maps and addresses. */
  readonly places: number
  /** The version of people and their seats. It is null if no read schema can be read. */
  readonly people: string | null
}

/**
 * Reads the versions. The reading begins after the call, so that no answer is older than a change that was committed
 * before its lookup. Lookups that wait share one reading. `pinned`: the read schema instead of the live one.
 */
export function createStandingReader(database: Queryable, pinned?: string): () => Promise<Standing> {
  const people = rowsVersionSql(catalog['person.observed'].topic, pinned)
  return createSharedReading(async () => {
    const { rows } = await database.query<Standing>({
      name: 'lookup-standing',
      text: `SELECT ${VERSION_SQL} AS places, ${people} AS people`,
    })
    return rows[0]!
  })
}
