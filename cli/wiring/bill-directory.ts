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

/** A row has more columns than it tells. */
const briefOf = ({ id, ocd_id, jurisdiction, session, identifier, title }: Found): BillBrief => ({
  id,
  ocd_id,
  jurisdiction,
  session,
  identifier,
  title,
})

/**
 * Bills for the webhook routes, out of the rows that the API serves. What is about a topic is kept for good, so that it is
 * looked up in the `newest` rows: a bill that a replica has not seen yet would be missed for ever.
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
