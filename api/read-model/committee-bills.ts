import { committeeKey } from '../../projections/committee-key.ts'
import type { CommitteeName } from '../committee-names.ts'
import type { CommitteeTerms } from '../committee-terms.ts'
import type { EntityId } from '../parameters.ts'
import type { Bindings } from './bindings.ts'
import type { Reading, ReadModel } from './live-schema.ts'
import { type Owner, ownerSelect } from './owner.ts'
import { PAGE_COLUMNS, type PageRequest, type PageRow, pageSelect } from './page-select.ts'

export type ReferredRow = PageRow & {
  readonly latest_action: string | null
  /** JSON list of the referrals of the bill to the committee. */
  readonly referrals: string | null
}
export type CommitteeAmongOthers = Owner & {
  readonly jurisdiction: string
  readonly others: readonly CommitteeName[]
}

/** A committee, and all of its legislature: what a name means depends on who else bears it. */
export async function readCommitteeAmongOthers(
  model: ReadModel,
  which: EntityId,
): Promise<CommitteeAmongOthers | undefined> {
  type Row = Owner & { jurisdiction: string; others: Omit<CommitteeName, 'key'>[] }
  const { rows } = await model.read<Row>((schema, bind) => {
    const owner = ownerSelect(schema, bind, which, {
      name: 'committees',
      type: 'committee',
      columns: ', o.jurisdiction',
    })
    return `
      SELECT owner.*, coalesce((
        SELECT json_agg(json_build_object('id', c.id, 'ocd_id', c.ocd_id, 'name', c.name,
          'classification', c.classification, 'chamber', c.chamber) ORDER BY c.id)
        FROM ${schema}.committees c WHERE c.jurisdiction = owner.jurisdiction AND NOT c.deleted
      ), '[]') AS others
      FROM ${owner} owner`
  })
  const row = rows[0]
  return row && { ...row, others: row.others.map((one) => ({ ...one, key: committeeKey(one.name) })) }
}

/** Bills that were referred to a committee: a referral that was taken back leaves a tombstone. */
export function readReferredBills(
  model: ReadModel,
  page: PageRequest,
  terms: CommitteeTerms,
  filters: { readonly session?: string | undefined },
): Promise<Reading<ReferredRow>> {
  return model.read<ReferredRow>((schema, bind) => {
    const session = filters.session === undefined ? '' : `AND b.session = ${bind(filters.session)}`
    const after =
      page.order === 'id' && page.after !== undefined ? `AND a.bill_id > ${bind(page.after[0])}::bigint` : ''
    return pageSelect(page, bind, {
      columns: `${PAGE_COLUMNS}, t.ocd_id, t.latest_action::text AS latest_action, t.referrals::text AS referrals`,
      from: `(
        SELECT b.id, b.ocd_id, b.item, b.latest_action, b.updated_at, b.seq, b.deleted OR bool_and(a.deleted) AS deleted,
          json_agg(json_build_object('action_id', a.id, 'date', a.date, 'description', a.item->>'description')
            ORDER BY a.day NULLS FIRST, a.first_sequence, a.id) FILTER (WHERE NOT a.deleted) AS referrals
        FROM ${schema}.bill_actions a JOIN ${schema}.bills b ON b.id = a.bill_id AND b.present
        WHERE a.referral_words IS NOT NULL AND (${isReferred(terms, bind)}) ${after} ${session}
        GROUP BY b.id)`,
      conditions: [],
    })
  })
}

/** Of an action that is gone the chamber is not known any more. */
const isOf = (chambers: readonly string[], bind: Bindings['bind']): string =>
  `(a.deleted OR coalesce(a.item->>'chamber', '') = ANY (${bind(chambers)}::text[]))`

function isReferred(terms: CommitteeTerms, bind: Bindings['bind']): string {
  const phrase = (words: readonly string[]) => ` ${words.join(' ')} `
  const text = terms.longer.reduce(
    (masked, words) => `replace(${masked}, ${bind(phrase(words))}, ' # ')`,
    `' ' || array_to_string(a.referral_words, ' ') || ' '`,
  )
  return `
    (a.referral_words @> ${bind([terms.named])}::text[] AND ${isOf(terms.named_chambers, bind)})
    OR (a.referral_words @> ${bind(terms.words)}::text[] AND ${isOf(terms.text_chambers, bind)}
      AND position(${bind(phrase(terms.words))} IN ${text}) > 0)`
}
