import {
  type BillBrief as Found,
  readBillBriefs,
  readBillsAbout,
} from '../../api/read-model/bills/bill-briefs.ts'
import { createReadModel } from '../../api/read-schema/live-schema.ts'
import type { Database } from '../../runtime/postgres/postgres.ts'
import type { BillBrief, BillDirectory } from '../../webhooks/subscriptions/bill-directory.ts'

/** More than a session of all legislatures has of any but the widest topics. */
const MAX_BILLS_OF_A_TOPIC = 5_000

/** Leaves out the other columns of a row. */
const briefOf = ({ id, ocd_id, jurisdiction, session, identifier, title }: Found): BillBrief => ({
  id,
  ocd_id,
  jurisdiction,
  session,
  identifier,
  title,
})

/**
 * Finds bills for the webhook routes in the rows that the API serves. The bills of a topic are stored
 * permanently, so they are read from the `newest` rows. A bill that a replica lacks would be missed forever.
 */
export function createBillDirectory({
  rows,
  newest,
}: {
  readonly rows: Pick<Database, 'query'>
  readonly newest: Pick<Database, 'query'>
}): BillDirectory {
  const model = createReadModel(rows)
  const newestModel = createReadModel(newest)
  return {
    async find(which) {
      const [found] = await readBillBriefs(model, 'id' in which ? { ids: [which.id] } : which)
      return found === undefined ? undefined : briefOf(found)
    },
    briefs: async (ids) => (await readBillBriefs(model, { ids })).map(briefOf),
    async about({ topic: q, jurisdictions }) {
      if (q === undefined) return []
      const place = jurisdictions === undefined ? {} : { jurisdictions }
      return readBillsAbout(newestModel, { q, ...place, limit: MAX_BILLS_OF_A_TOPIC })
    },
    async current(ids) {
      const found = await readBillBriefs(model, { ids })
      const now = new Map(found.map(({ asked_id, id }) => [asked_id, id]))
      return ids.map((id) => now.get(id) ?? id)
    },
  }
}
