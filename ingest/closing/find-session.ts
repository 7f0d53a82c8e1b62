import type { Database } from '../../runtime/postgres/postgres.ts'
import { LegislogError } from '../../schemas/errors.ts'
import type { Session } from '../../schemas/event-bodies/reference.ts'
import { findJurisdiction } from '../../schemas/vocabulary/jurisdictions.ts'
import type { PartsOf } from '../source-interface/observation.ts'

export type ListedSession = {
  readonly entity_id: number
  /** Its natural key. The keys of its bills start with it. */
  readonly key: string
  readonly session: Session
  /** The stated end of the session; null if there is none. `closed_on` is null if it was withdrawn. */
  readonly closed: PartsOf['session']['closed'] | null
}

/** Gives the sessions of a place, or of all places, that a source has listed, newest first. */
export async function listSessions(
  database: Pick<Database, 'query'>,
  divisionId: string | null = null,
): Promise<ListedSession[]> {
  const { rows } = await database.query<ListedSession>(
    `SELECT e.id AS entity_id, i.natural_key AS key, h.content -> 'session' AS session, h.content -> 'closed' AS closed
     FROM ingest.entity e JOIN ingest.stored_entity h ON h.entity_id = e.id
     JOIN ingest.identity i ON i.entity_id = e.id AND i.entity_type = 'session' AND i.merged_from IS NULL
     WHERE e.entity_type = 'session' AND h.content -> 'session' IS NOT NULL
       AND ($1::text IS NULL OR h.content #>> '{session,jurisdiction}' = $1)
     ORDER BY h.content #>> '{session,start_date}' DESC NULLS LAST, i.natural_key`,
    [divisionId],
  )
  return rows
}

const MOST_NAMED = 8

/** Finds a session by its identifier, in any case. Throws `not_found` that names the existing sessions. */
export async function findSession(
  database: Pick<Database, 'query'>,
  { division_id, session: asked }: { readonly division_id: string; readonly session: string },
): Promise<ListedSession> {
  const listed = await listSessions(database, division_id)
  const alike = listed.filter(({ session }) => folded(session.identifier) === folded(asked))
  const found = listed.find(({ session }) => session.identifier === asked) ?? alike[0]
  if (found !== undefined) return found
  const place = findJurisdiction(division_id)?.name ?? division_id
  const missing = `no source has listed a session ${JSON.stringify(asked)} of ${place}`
  if (listed.length === 0) throw new LegislogError('not_found', `${missing}, nor any other`)
  const near = listed.toSorted((a, b) => likeness(b.session, asked) - likeness(a.session, asked))
  const names = near.slice(0, MOST_NAMED).map(({ session }) => session.identifier)
  const more = listed.length > names.length ? `, and ${listed.length - names.length} more` : ''
  throw new LegislogError('not_found', `${missing}; there are: ${names.join(', ')}${more}`)
}

const folded = (text: string): string => text.trim().toLowerCase()

/** Counts the requested words and numbers that occur in a session's identifier or name. */
function likeness({ identifier, name }: Session, asked: string): number {
  const text = folded(`${identifier} ${name}`)
  return (folded(asked).match(/\d+|[a-z]+/gu) ?? []).filter((part) => text.includes(part)).length
}
