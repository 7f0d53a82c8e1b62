import type { EntityId } from '../../input/parameters.ts'
import {
  type PageRequest,
  type PageRow,
  pageSelect,
  weightWith,
  withinBytes,
} from '../../paging/page-select.ts'
import type { Bindings } from '../../read-schema/bindings.ts'
import type { Feed, ReadModel } from '../../read-schema/live-schema.ts'
import { type Owner, ownerSelect } from '../../read-schema/owner.ts'

export type RecordFilters = {
  readonly jurisdiction?: string | undefined
  readonly session?: string | undefined
  readonly primary?: boolean | undefined
}
export type SponsoredRow = PageRow & {
  readonly latest_action: string | null
  /** JSON list of the sponsors of the bill that are the person. */
  readonly sponsorships: string | null
}
export type BallotRow = PageRow & {
  /** JSON of the person's own vote. */
  readonly ballot: string | null
}
type Found<R> = { readonly feed: Feed; readonly owner: Owner | undefined; readonly rows: readonly R[] }

/**
 * Gives the names that are matched to a person, each with its session and chamber, including those of merged
 * persons. A record found through a name is as new as the later of the two, because it became the person's
 * when the name did.
 */
function namesOf(schema: string, bind: Bindings['bind'], filters: RecordFilters): string {
  const conditions = (['jurisdiction', 'session'] as const).flatMap((name) => {
    const value = filters[name]
    return value === undefined ? [] : [`AND m.${name} = ${bind(value)}`]
  })
  return `(
    SELECT m.* FROM ${schema}.name_matches m
    WHERE m.person_id = ANY (ARRAY(
        SELECT owner.id UNION ALL SELECT e.id FROM ${schema}.entity e WHERE e.replaced_by = owner.id))
      AND NOT m.deleted ${conditions.join(' ')})`
}

const placeColumns = (row: string): string => `
  greatest(${row}.updated_at, max(m.updated_at)) AS updated_at,
  CASE WHEN ${row}.updated_at >= max(m.updated_at) THEN ${row}.seq ELSE max(m.seq) END AS seq`

/**
 * Bills that a person sponsors. The index by name is limited to the ids of the session's bills, because many
 * places print the same name.
 */
export function readSponsoredBills(
  model: ReadModel,
  which: EntityId,
  page: PageRequest,
  filters: RecordFilters,
): Promise<Found<SponsoredRow>> {
  return readRecords<SponsoredRow>(model, which, (schema, bind) => {
    const end = (direction: string) => `(
      SELECT e.id FROM ${schema}.bills e WHERE e.jurisdiction = m.jurisdiction AND e.session = m.session
      ORDER BY e.jurisdiction ${direction}, e.session ${direction}, e.id ${direction} LIMIT 1)`
    const { primary } = filters
    const role =
      primary === undefined
        ? ''
        : `AND (s.deleted OR (s.item->>'primary')::boolean = ${bind(primary)}::boolean)`
    const after =
      page.order === 'id' && page.after !== undefined ? `AND s.bill_id > ${bind(page.after[0])}::bigint` : ''
    return pageSelect(page, bind, {
      columns: `${PART}, t.latest_action::text AS latest_action, t.sponsorships::text AS sponsorships`,
      from: `(
        SELECT b.id, b.ocd_id, b.item, b.latest_action, b.deleted OR bool_and(s.deleted) AS deleted, ${placeColumns('b')},
          json_agg(s.item ORDER BY s.position) FILTER (WHERE NOT s.deleted) AS sponsorships
        FROM ${namesOf(schema, bind, filters)} m
        JOIN ${schema}.bill_sponsors s ON s.name = m.printed_name
          AND s.bill_id >= ${end('ASC')} AND s.bill_id <= ${end('DESC')} ${after} ${role}
        JOIN ${schema}.bills b ON b.id = s.bill_id AND b.present
          AND b.jurisdiction = m.jurisdiction AND b.session = m.session
        WHERE m.chamber IS NOT DISTINCT FROM coalesce(s.item->>'chamber', b.chamber)
        GROUP BY b.id)`,
      conditions: [],
      weight: weightWith('sponsorships'),
    })
  })
}

const NO_LIMIT = 1_000_000

/**
 * Roll calls in which a person voted. They are sorted first. Then their rolls are read one by one until the page is
 * full, because a roll is long and has nearly every member. A changed roll call that does not name the person leaves a
 * tombstone, because it may have named the person before.
 */
export function readBallots(
  model: ReadModel,
  which: EntityId,
  page: PageRequest,
  filters: RecordFilters,
): Promise<Found<BallotRow>> {
  return readRecords<BallotRow>(model, which, (schema, bind) => {
    const inOrder = pageSelect({ ...page, limit: NO_LIMIT }, bind, {
      columns: 't.*',
      from: `(
        SELECT v.id, v.deleted, ${placeColumns('v')}, array_agg(m.printed_name) AS names
        FROM ${namesOf(schema, bind, filters)} m
        CROSS JOIN LATERAL (
          SELECT v.id, v.deleted, v.updated_at, v.seq FROM ${schema}.votes v
          WHERE v.jurisdiction = m.jurisdiction AND v.session = m.session AND v.chamber IS NOT DISTINCT FROM m.chamber
          OFFSET 0) v
        GROUP BY v.id, v.deleted, v.updated_at, v.seq)`,
      conditions: [],
    })
    const gone = page.include_deleted ? (page.since === undefined ? 't.deleted' : 'true') : 'false'
    const order = page.order === 'id' ? 't.id' : 't.updated_at, t.seq, t.id'
    const rows = `
      SELECT t.id AS part_id, v.ocd_id AS part_ocd_id, v.item::text AS item, t.deleted OR NOT r.is_named AS deleted,
        t.updated_at, t.seq::text AS seq,
        (SELECT e::text FROM json_array_elements(r.votes::json) e
         WHERE e->>'voter_name' = ANY (t.names) LIMIT 1) AS ballot
      FROM (${inOrder}) t
      CROSS JOIN LATERAL (${rollOf(schema)} OFFSET 0) r
      JOIN ${schema}.votes v ON v.id = t.id
      WHERE r.is_named OR ${gone}
      ORDER BY ${order} LIMIT ${bind(page.limit + 1)}`
    return withinBytes(page, rows, weightWith('ballot'), bind)
  })
}

/**
 * Selects the roll of `t.id` as text, read once, and whether one of `t.names` is in it. A name is searched in
 * its JSON form.
 */
const rollOf = (schema: string): string => `
  SELECT roll.votes, EXISTS (
    SELECT FROM unnest(t.names) n WHERE position('"voter_name":' || to_json(n)::text IN roll.votes) > 0
  ) AS is_named
  FROM (SELECT (SELECT r.votes::text FROM ${schema}.vote_rolls r WHERE r.vote_id = t.id) AS votes OFFSET 0) roll`

const PART =
  't.id AS part_id, t.ocd_id AS part_ocd_id, t.item::text AS item, t.deleted, t.updated_at, t.seq::text AS seq'

async function readRecords<R extends PageRow>(
  model: ReadModel,
  which: EntityId,
  select: (schema: string, bind: Bindings['bind']) => string,
): Promise<Found<R>> {
  type Joined = Owner & R & { part_id: number | null; part_ocd_id: string }
  const { feed, rows } = await model.read<Joined>((schema, bind) => {
    const owner = ownerSelect(schema, bind, which, { name: 'people', type: 'person' })
    return `SELECT owner.*, part.* FROM ${owner} owner
      LEFT JOIN LATERAL (${select(schema, bind)}) part ON owner.replaced_by IS NULL AND NOT owner.owner_deleted`
  })
  return {
    feed,
    owner: rows[0],
    rows: rows
      .filter((row) => row.part_id !== null)
      .map((row) => ({ ...row, id: row.part_id, ocd_id: row.part_ocd_id }) as R),
  }
}
