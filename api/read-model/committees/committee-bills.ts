import type { EntityId } from '../../input/parameters.ts'
import {
  type PageRequest,
  type PageRow,
  pageSelect,
  weightWith,
  withinBytes,
} from '../../paging/page-select.ts'
import type { Bindings } from '../../read-schema/bindings.ts'
import type { Reading, ReadModel } from '../../read-schema/live-schema.ts'
import { type Owner, ownerSelect } from '../../read-schema/owner.ts'
import type { CommitteeName } from './committee-names.ts'
import type { CommitteeTerms } from './committee-terms.ts'
import { committeesOf, type NamedCommittee, withCommitteeKey } from './committees.ts'

export type ReferredRow = PageRow & {
  readonly latest_action: string | null
  /** JSON list of the referrals of the bill to the committee. */
  readonly referrals: string | null
}
export type CommitteeWithPeers = Owner & {
  readonly jurisdiction: string
  readonly others: readonly CommitteeName[]
}

/**
 * Reads a committee and all others of its legislature, because the meaning of a name depends on all who have
 * it.
 */
export async function readCommitteeWithPeers(
  model: ReadModel,
  which: EntityId,
): Promise<CommitteeWithPeers | undefined> {
  type Row = Owner & { jurisdiction: string; others: NamedCommittee[] }
  const { rows } = await model.read<Row>((schema, bind) => {
    const owner = ownerSelect(schema, bind, which, {
      name: 'committees',
      type: 'committee',
      columns: ', o.jurisdiction',
    })
    return `
      SELECT owner.*, ${committeesOf(schema, 'owner.jurisdiction')} AS others
      FROM ${owner} owner`
  })
  const row = rows[0]
  return row && { ...row, others: row.others.map(withCommitteeKey) }
}

/**
 * Bills that were referred to a committee: a withdrawn referral leaves a tombstone. There may be many
 * thousands, so the page is chosen by ids alone, and only its bills are read.
 */
export function readReferredBills(
  model: ReadModel,
  page: PageRequest,
  terms: CommitteeTerms,
  filters: { readonly session?: string | undefined },
): Promise<Reading<ReferredRow>> {
  return model.read<ReferredRow>((schema, bind) => {
    const session = filters.session === undefined ? '' : `AND b.session = ${bind(filters.session)}`
    const isLater =
      page.order === 'id' && page.after !== undefined ? `AND a.bill_id > ${bind(page.after[0])}::bigint` : ''
    const referred = `a.referral_words IS NOT NULL AND (${isReferred(terms, bind)})`
    const rows = pageSelect(page, bind, {
      columns: 't.*',
      from: `(
        SELECT b.id, b.updated_at, b.seq, b.deleted OR r.is_gone AS deleted
        FROM (
          SELECT a.bill_id, bool_and(a.deleted) AS is_gone FROM ${schema}.bill_actions a
          WHERE ${referred} ${isLater} GROUP BY a.bill_id
        ) r
        JOIN ${schema}.bills b ON b.id = r.bill_id AND b.present ${session})`,
      conditions: [],
    })
    const referrals = `
      SELECT t.id, b.ocd_id, b.item::text AS item, b.latest_action::text AS latest_action, t.deleted, t.updated_at,
        t.seq::text AS seq, (
          SELECT json_agg(json_build_object('action_id', a.id, 'date', a.date, 'description', a.item->>'description')
            ORDER BY a.day NULLS FIRST, a.first_sequence, a.id)::text
          FROM ${schema}.bill_actions a WHERE a.bill_id = t.id AND NOT a.deleted AND ${referred}
        ) AS referrals
      FROM (${rows}) t JOIN ${schema}.bills b ON b.id = t.id
      ORDER BY ${page.order === 'id' ? 't.id' : 't.updated_at, t.seq, t.id'}`
    return withinBytes(page, referrals, weightWith('referrals'), bind)
  })
}

function isReferred({ named, spoken }: CommitteeTerms, bind: Bindings['bind']): string {
  const phrase = (words: readonly string[]) => ` ${words.join(' ')} `
  const text = `' ' || array_to_string(a.referral_words, ' ') || ' '`
  const heard = spoken.map(({ words, longer }) => {
    const masked = longer.reduce(
      (remaining, name) => `replace(${remaining}, ${bind(phrase(name))}, ' # ')`,
      text,
    )
    return `OR (a.referral_words @> ${bind(words)}::text[] AND position(${bind(phrase(words))} IN ${masked}) > 0)`
  })
  return `a.referral_words && ${bind(named)}::text[] ${heard.join(' ')}`
}
