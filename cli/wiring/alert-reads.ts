import type { ReadFacts } from '../../alerts/digest/digest-content.ts'
import type { MatchSearch } from '../../alerts/matching/searches.ts'
import { createMatchSearch, createReadFacts } from '../../api/alerts/bill-facts.ts'
import { createReadModel } from '../../api/read-schema/live-schema.ts'
import type { Database } from '../../runtime/postgres/postgres.ts'

/** What alerts read in the rows that the API serves: facts of bills, and which bills a search finds. */
export function createAlertReads(database: Database): {
  readonly readFacts: ReadFacts
  readonly matchSearch: MatchSearch
} {
  const model = createReadModel(database)
  return { readFacts: createReadFacts(model), matchSearch: createMatchSearch(model) }
}
