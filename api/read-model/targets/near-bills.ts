import { ONE, thresholds } from '../../../derive/similar/index/scores.ts'
import type { NearBill } from '../../../derive/targets/score/evidence-of.ts'
import { findJurisdiction } from '../../../schemas/vocabulary/jurisdictions.ts'
import type { EntityId } from '../../input/parameters.ts'
import type { ReadModel } from '../../read-schema/live-schema.ts'
import { type Owner, ownerSelect } from '../../read-schema/owner.ts'
import { BILL_OWNER } from '../bill/bill.ts'
import {
  type ComparedBill,
  comparedColumns,
  readNeighborRows,
  readStoredSimilar,
} from '../similar/similar-bills.ts'
import { relationOf } from '../similar/similar-order.ts'

export type TargetedBill = Owner &
  ComparedBill & {
    readonly identifier: string | null
    readonly latest_action: { readonly date: string; readonly description: string } | null
    /** Bills that its source calls related. */
    readonly related: readonly number[]
  }

/** Reads a bill whose targets are asked for. */
export async function readTargetedBill(model: ReadModel, which: EntityId) {
  const { feed, rows } = await model.read<TargetedBill>((schema, bind) => {
    const columns = `, o.identifier, o.latest_action, ${comparedColumns(schema, 'o')},
      ARRAY(SELECT b.id FROM ${schema}.related_bills r
        JOIN ${schema}.bills b ON b.jurisdiction = o.jurisdiction AND b.session = r.session
          AND b.identifier_key = r.identifier_key
        WHERE r.bill_id = o.id AND NOT r.deleted AND b.id <> o.id AND b.present AND NOT b.deleted
        ORDER BY b.id LIMIT ${MOST_RELATED}) AS related`
    return `SELECT owner.* FROM ${ownerSelect(schema, bind, which, { ...BILL_OWNER, columns })} owner`
  })
  return { feed, owner: rows[0] }
}

const MOST_RELATED = 50

export type NearBills = {
  readonly near: ReadonlyMap<number, NearBill>
  /** false: the list of similar bills is not made yet. */
  readonly is_compared: boolean
}

/**
 * The bills whose acts count for a bill: itself, its companions and reintroductions, and similar ones. `HB 5 of Oregon` names
 * one of another place.
 */
export async function readNearBills(model: ReadModel, bill: TargetedBill): Promise<NearBills> {
  const stored = await readStoredSimilar(model, bill.id)
  const { other = [], same = [] } = stored?.lists ?? {}
  const scores = new Map([...other, ...same].map(({ id, score }) => [id, score / ONE]))
  const strong = thresholds[stored?.embedder == null ? 'words' : 'words_and_vectors'].strong / ONE
  const ids = [...new Set([...scores.keys(), ...bill.related])]
  const bills = ids.length === 0 ? [] : await readNeighborRows(model, bill.id, ids)
  const near = new Map<number, NearBill>([
    [
      bill.id,
      {
        basis: 'direct_mention',
        relevance: 1,
        is_topic_only: false,
        about: bill.identifier ?? '',
        updated_at: bill.updated_at,
      },
    ],
  ])
  for (const found of bills) {
    const [about, { updated_at }] = [nameOf(found, bill), found]
    const isSame = relationOf(bill, found) !== 'similar'
    const score = scores.get(found.id)
    if (isSame)
      near.set(found.id, { basis: 'companion', relevance: 1, is_topic_only: false, about, updated_at })
    else if (score !== undefined) {
      const is_topic_only = score < strong
      near.set(found.id, { basis: 'similar_bill', relevance: score, is_topic_only, about, updated_at })
    }
  }
  return { near, is_compared: stored?.lists !== undefined }
}

type Named = {
  readonly identifier: string | null
  readonly jurisdiction: string
  readonly session: string
}

function nameOf({ identifier, jurisdiction, session }: Named, bill: Named): string {
  if (jurisdiction !== bill.jurisdiction) return `${identifier} of ${placeName(jurisdiction)}`
  return session === bill.session ? (identifier ?? '') : `${identifier} (${session})`
}

export const placeName = (division_id: string): string => findJurisdiction(division_id)?.name ?? division_id
