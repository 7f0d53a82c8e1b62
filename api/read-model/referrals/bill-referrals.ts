import type { ReadModel } from '../../read-schema/live-schema.ts'
import type { CommitteeName } from '../committees/committee-names.ts'
import { committeesOf, type NamedCommittee, withCommitteeKey } from '../committees/committees.ts'
import { referralsOf } from './referrals.ts'
import { type ReferringAction, referringActions } from './referring-actions.ts'

type Row = {
  readonly id: number
  readonly jurisdiction: string
  readonly actions: readonly ReferringAction[]
  /** Set for the first bill of each jurisdiction; null for the others. */
  readonly committees: readonly NamedCommittee[] | null
}

/**
 * Reads the committees to which each bill was referred, in the form of the bill's own collection, with one
 * statement. Gives the JSON of the first `most`, and the number of all.
 */
export async function readBillReferrals(
  model: ReadModel,
  billIds: readonly number[],
  most: number,
): Promise<{ readonly id: number; readonly json: string; readonly found: number }[]> {
  const { rows } = await model.read<Row>(
    (schema, bind) => `
      SELECT b.id, b.jurisdiction, ${referringActions(schema, 'b.id')} AS actions,
        CASE WHEN row_number() OVER (PARTITION BY b.jurisdiction ORDER BY b.id) = 1
          THEN ${committeesOf(schema, 'b.jurisdiction')} END AS committees
      FROM ${schema}.bills b WHERE b.id = ANY (${bind(billIds)}::bigint[])`,
  )
  const named = new Map<string, readonly CommitteeName[]>()
  for (const { jurisdiction, committees } of rows) {
    if (committees !== null) named.set(jurisdiction, committees.map(withCommitteeKey))
  }
  return rows.map(({ id, jurisdiction, actions }) => {
    const referrals = referralsOf(actions, named.get(jurisdiction) ?? [])
    return { id, json: JSON.stringify(referrals.slice(0, most)), found: referrals.length }
  })
}
