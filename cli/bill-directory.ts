import { readBillBriefs } from '../api/read-model/bill-briefs.ts'
import { createReadModel } from '../api/read-model/live-schema.ts'
import type { Database } from '../runtime/postgres.ts'
import type { BillDirectory } from '../webhooks/bill-directory.ts'

/** Bills for the webhook routes, out of the rows that the API serves. */
export function createBillDirectory(database: Database, read_schema?: string): BillDirectory {
  const model = createReadModel(database, read_schema)
  return {
    async find(which) {
      const [found] = await readBillBriefs(model, 'id' in which ? { ids: [which.id] } : which)
      return found
    },
    briefs: (ids) => readBillBriefs(model, { ids }),
  }
}
