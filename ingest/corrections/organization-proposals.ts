import type { Queryable } from '../../runtime/postgres/postgres.ts'
import type { AdvocacyOrganization } from '../../schemas/event-bodies/advocacy.ts'
import { organizationNameKey } from '../../schemas/values/organization-name.ts'

export type ProposedOrganization = {
  readonly id: number
  readonly ocd_id: string
  readonly name: string
  readonly identifiers: readonly string[]
  /** Ids of the same proposal that an operator has kept apart from it. */
  readonly kept_apart_from: readonly number[]
}

/** Organizations whose names meet, by id. Each may be the same as another one of them. */
export type Proposal = { readonly name_key: string; readonly organizations: readonly ProposedOrganization[] }

type Row = Pick<AdvocacyOrganization, 'name' | 'other_names' | 'identifiers'> & {
  readonly id: number
  readonly ocd_id: string
}

/**
 * Lists organizations that may be one, because a spelling of their names is the same. Nothing is merged by it: an
 * operator decides each. An organization that is kept apart from all others of its name is not proposed again.
 */
export async function proposeOrganizations(database: Queryable): Promise<Proposal[]> {
  const { rows } = await database.query<Row>(
    `SELECT e.id, e.ocd_id, o.name, o.other_names, o.identifiers
     FROM ingest.entity e JOIN ingest.stored_entity s ON s.entity_id = e.id
     CROSS JOIN json_to_record(s.content -> 'advocacy_organization') AS o(name text, other_names json, identifiers json)
     WHERE e.entity_type = 'advocacy_organization' AND s.content -> 'advocacy_organization' IS NOT NULL
     ORDER BY e.id`,
  )
  const keptApart = await readKeptApart(database)
  const byName = new Map<string, Row[]>()
  for (const row of rows) {
    for (const key of new Set([row.name, ...row.other_names].map(organizationNameKey))) {
      const same = byName.get(key)
      if (same === undefined) byName.set(key, [row])
      else same.push(row)
    }
  }
  return [...byName].flatMap(([name_key, same]) => {
    const organizations = same
      .map((row) => proposed(row, same, keptApart))
      .filter(({ kept_apart_from }) => kept_apart_from.length < same.length - 1)
    return organizations.length === 0 ? [] : [{ name_key, organizations }]
  })
}

/** Pairs that an operator has kept apart, by each of the two. */
async function readKeptApart(database: Queryable): Promise<ReadonlyMap<number, ReadonlySet<number>>> {
  const { rows } = await database.query<{ one_id: number; other_ids: number[] }>(
    `SELECT one_id, array_agg(other_id) AS other_ids FROM (
       SELECT loser_id AS one_id, winner_id AS other_id FROM ingest.kept_separate
       UNION ALL SELECT winner_id, loser_id FROM ingest.kept_separate
     ) pair GROUP BY one_id`,
  )
  return new Map(rows.map(({ one_id, other_ids }) => [one_id, new Set(other_ids)]))
}

function proposed(
  { id, ocd_id, name, identifiers }: Row,
  same: readonly Row[],
  keptApart: ReadonlyMap<number, ReadonlySet<number>>,
): ProposedOrganization {
  const apart = keptApart.get(id)
  return {
    id,
    ocd_id,
    name,
    identifiers: identifiers.map(({ publisher, identifier }) => `${publisher} ${identifier}`),
    kept_apart_from:
      apart === undefined ? [] : same.map((one) => one.id).filter((otherId) => apart.has(otherId)),
  }
}

/** Two organizations with one name stay two: they are not proposed again. */
export async function keepApart(database: Queryable, oneId: number, otherId: number): Promise<void> {
  await database.query(
    'INSERT INTO ingest.kept_separate (loser_id, winner_id) VALUES ($1, $2) ON CONFLICT DO NOTHING',
    [Math.max(oneId, otherId), Math.min(oneId, otherId)],
  )
}
