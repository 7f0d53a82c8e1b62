import type { EntityId } from '../../input/parameters.ts'
import {
  ITEM_WEIGHT,
  type Lead,
  PAGE_COLUMNS,
  type PageRequest,
  type PageRow,
  pageSelect,
} from '../../paging/page-select.ts'
import type { Reading, ReadModel } from '../../read-schema/live-schema.ts'
import { type Owner, ownerSelect } from '../../read-schema/owner.ts'
import { readPart } from './bill-parts.ts'

export type VoteRow = PageRow & {
  readonly part_ocd_id: string
  readonly vote_jurisdiction: string
  readonly vote_session: string
  readonly vote_chamber: string | null
  /** JSON list of how each member voted, names as printed. */
  readonly votes: string | null
}
export type VoteOwner = Owner & VoteRow

const COLUMNS = (schema: string, table: string): string =>
  `, ${table}.ocd_id AS part_ocd_id, ${table}.jurisdiction AS vote_jurisdiction, ${table}.session AS vote_session,
   ${table}.chamber AS vote_chamber,
   (SELECT r.votes::text FROM ${schema}.vote_rolls r WHERE r.vote_id = ${table}.id) AS votes`

export const readVotesOfBill = (model: ReadModel, which: EntityId, page: PageRequest) =>
  readPart<VoteRow>(model, which, {
    page,
    weight: `${ITEM_WEIGHT} + coalesce(octet_length(q.votes), 0)`,
    columns: ', t.part_ocd_id, t.vote_jurisdiction, t.vote_session, t.vote_chamber, t.votes',
    from: (schema) => `(SELECT v.*${COLUMNS(schema, 'v')} FROM ${schema}.votes v WHERE v.bill_id = owner.id)`,
  })

export type VoteFilters = {
  readonly jurisdiction?: string | undefined
  readonly session?: string | undefined
  readonly chamber?: string | undefined
  readonly bill?: EntityId | undefined
  readonly result?: string | undefined
}

/** Chooses the filter whose index reads the page; the others are conditions on its rows. */
function leadOf({ jurisdiction, session, bill }: VoteFilters): Lead | undefined {
  if (bill !== undefined || jurisdiction === undefined) return undefined
  return session === undefined
    ? { column: 't.jurisdiction', value: jurisdiction }
    : { column: 't.session', value: session }
}

/** Lists roll calls without the members' votes. */
export function listVotes(
  model: ReadModel,
  page: PageRequest,
  filters: VoteFilters,
): Promise<Reading<PageRow>> {
  return model.read<PageRow>((schema, bind) => {
    const lead = leadOf(filters)
    const conditions: string[] = []
    for (const name of ['jurisdiction', 'session', 'chamber', 'result'] as const) {
      const value = filters[name]
      if (value !== undefined && lead?.column !== `t.${name}`) conditions.push(`t.${name} = ${bind(value)}`)
    }
    const { bill } = filters
    if (bill !== undefined) {
      const which =
        'id' in bill
          ? `${bind(bill.id)}::bigint`
          : `(SELECT e.id FROM ${schema}.entity e WHERE e.ocd_id = ${bind(bill.ocd_id)})`
      conditions.push(`t.bill_id = ${which}`)
    }
    return pageSelect(page, bind, {
      columns: `${PAGE_COLUMNS}, t.ocd_id`,
      from: `${schema}.votes`,
      conditions,
      lead,
      weight: ITEM_WEIGHT,
    })
  })
}

export async function readVote(model: ReadModel, which: EntityId): Promise<VoteOwner | undefined> {
  const { rows } = await model.read<VoteOwner>((schema, bind) => {
    const owner = ownerSelect(schema, bind, which, {
      name: 'votes',
      type: 'vote',
      columns: `, o.item::text AS item, o.deleted, o.updated_at, o.seq::text AS seq${COLUMNS(schema, 'o')}`,
    })
    return `SELECT owner.* FROM ${owner} owner`
  })
  return rows[0]
}
