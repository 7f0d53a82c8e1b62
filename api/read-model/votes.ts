import type { EntityId } from '../parameters.ts'
import { readPart } from './bill-parts.ts'
import type { ReadModel } from './live-schema.ts'
import { type Owner, ownerSelect } from './owner.ts'
import type { PageRequest, PageRow } from './page-select.ts'

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
    columns: ', t.part_ocd_id, t.vote_jurisdiction, t.vote_session, t.vote_chamber, t.votes',
    from: (schema) => `(SELECT v.*${COLUMNS(schema, 'v')} FROM ${schema}.votes v WHERE v.bill_id = owner.id)`,
  })

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
