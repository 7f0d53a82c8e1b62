import { normalizeIdentifier } from '../../ingest/identity/bill-identifiers.ts'
import type { Entity } from '../../projections/entity-history.ts'
import { identifierKey } from '../../projections/projectors/content/bill-content.ts'
import type { Database } from '../../runtime/postgres/postgres.ts'
import { LegislogError } from '../../schemas/errors.ts'

type Found = Entity & { readonly session: string; readonly identifier: string; readonly title: string | null }

const MAX_SHOWN = 20

/**
 * Finds a bill by its place and its number as people write it, in the given session or, if only one session has the
 * number, in that one. Throws `not_found`, or `usage` with the candidates if there are several.
 */
export async function findBill(
  database: Database,
  readSchema: string,
  named: { readonly jurisdiction: string; readonly number: string; readonly session: string | null },
): Promise<Entity> {
  const { jurisdiction, number, session } = named
  const keys = [number, normalizeIdentifier(jurisdiction, number)].map(identifierKey)
  const { rows } = await database.query<Found>(
    `SELECT id, ocd_id, 'bill' AS entity_type, ocd_id AS key, session, identifier, title FROM ${readSchema}.bills
     WHERE present AND jurisdiction = $1 AND identifier_key = ANY ($2::text[]) ORDER BY session DESC, id`,
    [jurisdiction, keys],
  )
  const fitting = session === null ? rows : rows.filter((row) => isCalled(row.session, session))
  const [only] = fitting
  if (fitting.length === 1 && only !== undefined) return only
  const wanted = `${number} of ${jurisdiction}${session === null ? '' : `, session ${session}`}`
  if (fitting.length > 1) {
    throw new LegislogError(
      'usage',
      `${wanted} is several bills: name the session, or the id\n${list(fitting)}`,
    )
  }
  const others = rows.length === 0 ? '' : `; in other sessions:\n${list(rows)}`
  throw new LegislogError('not_found', `there is no bill ${wanted}${others}`)
}

const isCalled = (session: string, wanted: string): boolean => session.toLowerCase() === wanted.toLowerCase()

function list(rows: readonly Found[]): string {
  const lines = rows.slice(0, MAX_SHOWN).map(({ id, session, identifier, title }) => {
    return `  ${id}  ${session}  ${identifier}  ${(title ?? '').slice(0, 60)}`
  })
  return [...lines, ...(rows.length > MAX_SHOWN ? [`  … ${rows.length} in all`] : [])].join('\n')
}
