import type { BillCore } from '../schemas/event/bill.ts'
import type { RowOf } from './table.ts'
import type { billsTable } from './tables/bill-tables.ts'

/** Longest text that is searched: Postgres refuses a search vector of over 1 MB. */
const SEARCH_CHARACTERS = 100_000
/** An index entry must fit in a third of a page. */
const KEY_CHARACTERS = 200

/** `H.B. 0012` → `HB12`: what an identifier is looked up by, here and where a reader asks for it. */
export function identifierKey(identifier: string): string {
  return identifier
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]+/gu, '')
    .replace(/^(\p{L}+)0+(?=\p{N})/u, '$1')
    .slice(0, KEY_CHARACTERS)
}

/** The words of title and abstracts. */
export function searchText(core: BillCore): string {
  return [core.title, ...core.abstracts.map(({ abstract }) => abstract)]
    .join('\n')
    .slice(0, SEARCH_CHARACTERS)
    .toWellFormed()
}

/** A list item, apart from `updated_at` and `reasons`. */
export function billContent(row: RowOf<typeof billsTable>): string {
  return JSON.stringify({
    id: row.id,
    ocd_id: row.ocd_id,
    jurisdiction: row.jurisdiction,
    session: row.session,
    identifier: row.identifier,
    title: row.title,
    chamber: row.chamber,
    classification: row.classification,
    subjects: row.subjects,
    status: row.status,
    status_detail: row.status_detail,
    status_date: row.status_date,
    introduced_on: row.introduced_on,
  })
}

/** What the detail of a bill shows beside its list item. */
export function billDetail(core: BillCore): string {
  return JSON.stringify({
    abstracts: core.abstracts.map(({ abstract, note }) => ({ abstract, note })),
    other_titles: core.other_titles.map(({ title, note }) => ({ title, note })),
    other_identifiers: core.other_identifiers.map(({ identifier, scheme }) => ({ identifier, scheme })),
    citations: core.citations.map((item) => ({
      publication: item.publication,
      citation: item.citation,
      citation_type: item.citation_type,
      effective: item.effective,
      expires: item.expires,
      url: item.url,
    })),
    sources: core.sources.map(({ url, note }) => ({ url, note })),
    extras: core.extras,
    session_known: core.session_known,
  })
}
