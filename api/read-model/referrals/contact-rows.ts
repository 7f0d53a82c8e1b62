import type { EntityId } from '../../input/parameters.ts'
import type { Bindings } from '../../read-schema/bindings.ts'
import type { Feed, ReadModel } from '../../read-schema/live-schema.ts'
import { ownerSelect } from '../../read-schema/owner.ts'
import { BILL_OWNER } from '../bill/bill.ts'
import type { BillOwner } from '../bill/bill-parts.ts'
import type { BillState } from '../bill/next-chamber.ts'
import { inOffice } from '../people/people.ts'
import { type ReferringAction, referringActions } from './referring-actions.ts'

export type PrintedSponsor = {
  readonly name: string
  readonly classification: string
  readonly primary: boolean
  readonly chamber: string | null
}
export type ContactedBill = BillOwner &
  BillState & {
    readonly actions: readonly ReferringAction[]
    readonly sponsors: readonly PrintedSponsor[]
  }

/** Reads a bill with everything that shows who decides on it now. Withdrawn sponsors do not count. */
export async function readContactedBill(
  model: ReadModel,
  which: EntityId,
): Promise<{ feed: Feed; owner: ContactedBill | undefined }> {
  const { feed, rows } = await model.read<ContactedBill>((schema, bind) => {
    const owner = ownerSelect(schema, bind, which, {
      ...BILL_OWNER,
      columns: ', o.jurisdiction, o.session, o.chamber, o.status, o.status_detail',
    })
    return `SELECT owner.*,
        ${referringActions(schema, 'owner.id')} AS actions,
        coalesce((SELECT json_agg(s.item ORDER BY s.position)
          FROM ${schema}.bill_sponsors s
          WHERE s.bill_id = owner.id AND NOT s.deleted AND s.item->>'withdrawn_on' IS NULL), '[]') AS sponsors
      FROM ${owner} owner`
  })
  return { feed, owner: rows[0] }
}

/** A person with one reason to be contacted; `subject` is the printed name, the committee's id or nothing. */
export type ContactRow = {
  readonly id: number
  readonly ocd_id: string
  readonly name: string
  readonly party: string | null
  readonly jurisdiction: string | null
  readonly chamber: string | null
  readonly district: string | null
  readonly item: string
  readonly offices: readonly { readonly voice: string | null }[]
  readonly links: readonly { readonly url: string | null }[]
  readonly reason: 'sponsor' | 'committee_member' | 'floor_leader'
  readonly subject: string
  readonly subject_chamber: string | null
  readonly role: string | null
  readonly updated_at: string
  /** The time when the reason was recorded: the match of a name, or the list of a committee. */
  readonly reason_updated_at: string
}

export type ContactFilters = {
  readonly jurisdiction: string
  readonly session: string
  readonly sponsors: readonly string[]
  readonly committees: readonly number[]
  /** The chamber whose floor leaders are listed. */
  readonly chamber: string | null
}

/** Sponsors, committee members and chamber leaders who hold a seat today: one row for each reason. */
export async function readContacts(
  model: ReadModel,
  question: ContactFilters,
  today: string,
): Promise<readonly ContactRow[]> {
  const { rows } = await model.read<ContactRow>((schema, bind) => {
    const day = bind(today)
    const isInOffice = inOffice('p', day)
    return `
      SELECT p.id, p.ocd_id, p.name, p.party, p.jurisdiction, p.chamber, p.district, p.item::text AS item,
        p.detail->'offices' AS offices, p.detail->'links' AS links, p.updated_at,
        f.reason, f.subject, f.subject_chamber, f.role, f.updated_at AS reason_updated_at
      FROM (${sponsorsOf(schema, bind, question)}
        UNION ALL ${membersOf(schema, bind, question, day)}
        UNION ALL ${leadersOf(schema, bind, question)}) f
      JOIN ${schema}.people p ON p.id = f.person_id AND NOT p.deleted AND ${isInOffice}`
  })
  return rows
}

type Bind = Bindings['bind']

const sponsorsOf = (
  schema: string,
  bind: Bind,
  { jurisdiction, session, sponsors }: ContactFilters,
): string => `
  SELECT coalesce(e.replaced_by, e.id) AS person_id, 'sponsor' AS reason, m.printed_name AS subject,
    m.chamber AS subject_chamber, NULL::text AS role, m.updated_at
  FROM ${schema}.name_matches m JOIN ${schema}.entity e ON e.id = m.person_id
  WHERE m.jurisdiction = ${bind(jurisdiction)} AND m.session = ${bind(session)}
    AND m.printed_name = ANY (${bind(sponsors)}::text[]) AND NOT m.deleted`

const membersOf = (schema: string, bind: Bind, { committees }: ContactFilters, day: string): string => `
  SELECT coalesce(e.replaced_by, e.id), 'committee_member', c.id::text, NULL, m.role, c.updated_at
  FROM ${schema}.committees c
  CROSS JOIN LATERAL json_to_recordset(c.memberships) AS m(role text, person_ocd_id text, end_date text)
  JOIN ${schema}.entity e ON e.ocd_id = m.person_ocd_id
  WHERE c.id = ANY (${bind(committees)}::bigint[]) AND NOT c.deleted
    AND (coalesce(m.end_date, '') = '' OR m.end_date >= ${day})`

const leadersOf = (schema: string, bind: Bind, { jurisdiction, chamber }: ContactFilters): string => `
  SELECT l.id, 'floor_leader', '', l.chamber, l.leadership, l.updated_at
  FROM ${schema}.people l
  WHERE l.jurisdiction = ${bind(jurisdiction)} AND l.chamber = ${bind(chamber)}
    AND l.leadership IS NOT NULL AND NOT l.deleted`
