import type { ReadFacts } from '../../alerts/digest/digest-content.ts'
import type { MatchSearches } from '../../alerts/matching/searches.ts'
import { createReadFacts } from '../../api/alerts/bill-facts.ts'
import { createMatchSearches } from '../../api/alerts/match-searches.ts'
import { createReadModel } from '../../api/read-schema/live-schema.ts'
import type { Database } from '../../runtime/postgres/postgres.ts'

/** What alerts read in the rows that the API serves: facts of bills, and which bills searches find. */
export function createAlertReads(database: Database): {
  readonly readFacts: ReadFacts
  readonly matchSearches: MatchSearches
} {
  const model = createReadModel(database)
  return { readFacts: createReadFacts(model), matchSearches: createMatchSearches(model) }
}
