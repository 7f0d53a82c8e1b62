import type { Queryable } from '../../runtime/postgres/postgres.ts'
import type { AdvocacyOrganization } from '../../schemas/event-bodies/advocacy.ts'
import { organizationNameKey } from '../../schemas/values/organization-name.ts'

export type ProposedOrganization = {
  readonly id: number
  readonly ocd_id: string
  readonly name: string
  readonly identifiers: readonly string[]
}

/** Organizations whose names meet. The first one has the lowest id. */
export type Proposal = { readonly name_key: string; readonly organizations: readonly ProposedOrganization[] }

type Row = { readonly id: number; readonly ocd_id: string; readonly organization: AdvocacyOrganization }

/**
 * Lists organizations that may be one, because a spelling of their names is the same. Nothing is merged by it: an
 * operator decides each. What an operator has kept apart is not proposed again.
 */
export async function proposeOrganizations(database: Queryable): Promise<Proposal[]> {
  const { rows } = await database.query<Row>(
    `SELECT e.id, e.ocd_id, s.content -> 'advocacy_organization' AS organization
     FROM ingest.entity e JOIN ingest.stored_entity s ON s.entity_id = e.id
     WHERE e.entity_type = 'advocacy_organization' AND s.content -> 'advocacy_organization' IS NOT NULL
     ORDER BY e.id`,
  )
  const { rows: apart } = await database.query<{ loser_id: number; winner_id: number }>(
    'SELECT loser_id, winner_id FROM ingest.kept_separate',
  )
  const keptApart = new Set(apart.flatMap(({ loser_id: a, winner_id: b }) => [`${a} ${b}`, `${b} ${a}`]))
  const byName = new Map<string, Row[]>()
  for (const row of rows) {
    const { name, other_names } = row.organization
    for (const key of new Set([name, ...other_names].map(organizationNameKey)))
      byName.set(key, [...(byName.get(key) ?? []), row])
  }
  return [...byName].flatMap(([name_key, [first, ...others]]) => {
    const open = others.filter(({ id }) => !keptApart.has(`${first!.id} ${id}`))
    return open.length === 0 ? [] : [{ name_key, organizations: [first!, ...open].map(proposed) }]
  })
}

const proposed = ({ id, ocd_id, organization }: Row): ProposedOrganization => ({
  id,
  ocd_id,
  name: organization.name,
  identifiers: organization.identifiers.map(({ publisher, identifier }) => `${publisher} ${identifier}`),
})

/** Two organizations with one name stay two: they are not proposed again. */
export async function keepApart(database: Queryable, oneId: number, otherId: number): Promise<void> {
  await database.query(
    'INSERT INTO ingest.kept_separate (loser_id, winner_id) VALUES ($1, $2) ON CONFLICT DO NOTHING',
    [Math.max(oneId, otherId), Math.min(oneId, otherId)],
  )
}
