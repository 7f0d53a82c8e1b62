import type { CountedRoll } from '../../../derive/scores/counted-rolls.ts'
import type { Seat } from '../../../derive/scores/seats.ts'
import type { ReadModel } from '../../read-schema/live-schema.ts'

export type BillRow = {
  readonly id: number
  readonly item: string
  readonly ocd_id: string
  readonly session: string
  readonly chamber: string | null
  readonly introduced_on: string | null
  readonly latest_action_on: string | null
  readonly updated_at: string
}
export type FoundRoll = CountedRoll & { readonly bill_id: number | null; readonly updated_at: string }

type WantedBill = {
  readonly item: string
  readonly ocd_id: string | null
  readonly session: string | null
  readonly key: string | null
}

/** The bills that items name, by item. A merged bill is the remaining one; two bills of one number are none. */
export async function readBills(
  model: ReadModel,
  jurisdiction: string,
  wanted: readonly WantedBill[],
): Promise<ReadonlyMap<string, BillRow>> {
  if (wanted.length === 0) return new Map()
  const { rows } = await model.read<BillRow>((schema, bind) => {
    const columns = `w.item, b.id, b.ocd_id, b.session, b.chamber, b.introduced_on, b.latest_action_on, b.updated_at`
    const list = `unnest(${bind(wanted.map(({ item }) => item))}::text[], ${bind(wanted.map(({ ocd_id }) => ocd_id))}::text[],
      ${bind(wanted.map(({ session }) => session))}::text[], ${bind(wanted.map(({ key }) => key))}::text[])
      AS w (item, ocd_id, session, key)`
    return `
      SELECT ${columns} FROM ${list} JOIN ${schema}.entity e ON e.ocd_id = w.ocd_id
      JOIN ${schema}.bills b ON b.id = coalesce(e.replaced_by, e.id) AND b.present AND NOT b.deleted
      UNION ALL
      SELECT ${columns} FROM ${list} JOIN ${schema}.bills b ON b.identifier_key = w.key AND b.session = w.session
        AND b.jurisdiction = ${bind(jurisdiction)} AND b.present AND NOT b.deleted
      WHERE w.ocd_id IS NULL`
  })
  const byItem = Map.groupBy(rows, ({ item }) => item)
  return new Map([...byItem].flatMap(([item, own]) => (own.length === 1 ? [[item, own[0]!] as const] : [])))
}

type WantedRolls = {
  readonly jurisdiction: string
  readonly bill_ids: readonly number[]
  readonly vote_ocd_ids: readonly string[]
  /** Sessions in which items name roll calls by number alone. */
  readonly sessions: readonly string[]
}

/** All roll calls that items may mean, without their votes. */
export async function readRolls(model: ReadModel, wanted: WantedRolls): Promise<readonly FoundRoll[]> {
  const { bill_ids, vote_ocd_ids, sessions, jurisdiction } = wanted
  if (bill_ids.length + vote_ocd_ids.length + sessions.length === 0) return []
  const { rows } = await model.read<FoundRoll>((schema, bind) => {
    const found = [
      `SELECT v.id FROM ${schema}.votes v WHERE v.bill_id = ANY (${bind([...new Set(bill_ids)])}::bigint[])`,
      `SELECT v.id FROM ${schema}.votes v WHERE v.ocd_id = ANY (${bind([...new Set(vote_ocd_ids)])}::text[])`,
      `SELECT v.id FROM ${schema}.votes v WHERE v.jurisdiction = ${bind(jurisdiction)}
        AND v.session = ANY (${bind([...new Set(sessions)])}::text[])`,
    ]
    return `
      SELECT v.id, v.ocd_id, v.bill_id, v.bill_ocd_id, v.session, v.chamber, v.day, v.updated_at,
        coalesce(v.item->>'identifier', '') AS identifier,
        coalesce((v.item->>'vacated')::boolean, false) AS is_vacated,
        ARRAY(SELECT json_array_elements_text(v.item->'motion_classification')) AS classification
      FROM ${schema}.votes v
      WHERE v.id IN (${found.join(' UNION ')}) AND NOT v.deleted AND v.jurisdiction = ${bind(jurisdiction)}`
  })
  return rows
}

type ListedVote = {
  readonly option: string
  readonly option_text: string | null
  readonly voter_name: string
}

export async function readVotes(
  model: ReadModel,
  ids: readonly number[],
): Promise<ReadonlyMap<number, readonly ListedVote[]>> {
  if (ids.length === 0) return new Map()
  const { rows } = await model.read<{ id: number; votes: string | null }>(
    (schema, bind) =>
      `SELECT r.vote_id AS id, r.votes::text AS votes FROM ${schema}.vote_rolls r WHERE r.vote_id = ANY (${bind([...new Set(ids)])}::bigint[])`,
  )
  return new Map(rows.map(({ id, votes }) => [id, votes === null ? [] : (JSON.parse(votes) as ListedVote[])]))
}

type SponsorRow = { readonly name: string; readonly chamber: string | null; readonly primary: boolean }

/** The people who sponsor bills. */
export async function readSponsors(
  model: ReadModel,
  ids: readonly number[],
): Promise<ReadonlyMap<number, readonly SponsorRow[]>> {
  if (ids.length === 0) return new Map()
  const { rows } = await model.read<SponsorRow & { id: number }>(
    (schema, bind) => `
      SELECT s.bill_id AS id, s.name, s.item->>'chamber' AS chamber, (s.item->>'primary')::boolean AS primary
      FROM ${schema}.bill_sponsors s
      WHERE s.bill_id = ANY (${bind([...new Set(ids)])}::bigint[]) AND NOT s.deleted
        AND s.item->>'entity_type' = 'person'
      ORDER BY s.bill_id, s.position`,
  )
  return Map.groupBy(rows, ({ id }) => id)
}

export type SeatedRow = {
  readonly id: number
  readonly ocd_id: string
  readonly name: string
  readonly party: string | null
  readonly chamber: string | null
  readonly district: string | null
  readonly updated_at: string
  readonly seats: readonly Seat[]
}

/** Everybody who has or had a legislative role in a place. */
export async function readSeated(model: ReadModel, jurisdiction: string): Promise<readonly SeatedRow[]> {
  const { rows } = await model.read<Omit<SeatedRow, 'seats'> & { roles: string }>(
    (schema, bind) => `
      SELECT p.id, p.ocd_id, p.name, p.party, p.chamber, p.district, p.updated_at, (p.detail->'roles')::text AS roles
      FROM ${schema}.people p
      WHERE (p.detail -> 'roles')::jsonb @> ${bind(JSON.stringify([{ jurisdiction }]))}::jsonb AND NOT p.deleted
      ORDER BY p.id`,
  )
  return rows.map(({ roles, ...row }) => ({ ...row, seats: JSON.parse(roles) as Seat[] }))
}
