import { rankedWords } from '../../../runtime/ranking/ranked-words.ts'
import { ROUTINE_FACTOR, routineOf } from '../../../runtime/ranking/routine-bill.ts'
import { normalizedWord } from '../../../runtime/words/normalized-word.ts'
import type { BillCore } from '../../../schemas/event-bodies/bill.ts'
import { dayOf } from '../../../schemas/values/calendar-day.ts'
import type { RowOf } from '../../read-model/table.ts'
import type { billsTable, billWordsTable } from '../../tables/bill-tables.ts'
import { servedLink } from './served-link.ts'
import { searchedTexts } from './word-columns.ts'

const MAX_SEARCHED = {
  title: { characters: 30_000, weight: 'A', is_list: false },
  identifiers: { characters: 2_000, weight: 'B', is_list: true },
  subjects: { characters: 20_000, weight: 'B', is_list: true },
  abstracts: { characters: 48_000, weight: 'C', is_list: false },
} as const
/** An index entry must fit in a third of a page. */
const KEY_CHARACTERS = 200

/** `H.B. 0012` → `HB12`: the key by which an identifier is looked up, here and in requests. */
export function identifierKey(identifier: string): string {
  return identifier
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]+/gu, '')
    .replace(/^(\p{L}+)0+(?=\p{N})/u, '$1')
    .slice(0, KEY_CHARACTERS)
}

/** The keywords that filters by subject or classification compare. */
export const keywordOf = (kind: 'subject' | 'classification', printed: string): string =>
  `${kind}=${normalizedWord(printed)}`
/** The keyword of ceremonial resolutions and of bills without content. */
export const ROUTINE_KEYWORD = 'routine=true'

const isRoutine = (core: Pick<BillCore, 'title' | 'abstracts' | 'classification'>): boolean =>
  routineOf({ ...core, abstracts: core.abstracts.map(({ abstract }) => abstract) }) !== undefined

export const keywordsOf = (
  core: Pick<BillCore, 'title' | 'abstracts' | 'subjects' | 'classification'>,
): string[] => [
  ...new Set([
    ...core.subjects.map((subject) => keywordOf('subject', subject)),
    ...core.classification.map((kind) => keywordOf('classification', kind)),
    ...(isRoutine(core) ? [ROUTINE_KEYWORD] : []),
  ]),
]

/** The filters whose rows an index of words finds, each with its value. */
export const placeCondition = (name: 'jurisdiction' | 'session' | 'chamber', value: string): string =>
  `${name}=${value}`

/** A session of one jurisdiction. Sessions of many jurisdictions have the same name, so this finds far fewer rows. */
export const sessionCondition = (jurisdiction: string, session: string): string =>
  `jurisdiction=${jurisdiction} session=${session}`

/** The day by which bills are filtered and ordered, so that a prefiled bill appears before its introduction. */
export function enteredOn(core: Pick<BillCore, 'introduced_on' | 'prefiled_on'>): string | null {
  return dayOf(core.introduced_on) ?? dayOf(core.prefiled_on)
}

/** What a search knows of a bill with these keywords: its texts, its words with their weights, and the factor of its impacts. */
export function searchedBill(core: BillCore, keywords: readonly string[]) {
  const numbers = [core.identifier, ...core.other_identifiers.map(({ identifier }) => identifier)]
  const laws = core.citations.flatMap(({ publication, citation }) =>
    /\bPublic Law$/.test(publication) ? [`PL ${citation}`] : [],
  )
  const identifiers = numbers.filter(isPrintedNumber)
  const texts = {
    title: [core.title],
    // Both as printed and as one word: "H.B. 12" and "HB12".
    identifiers: [...identifiers, ...identifiers.map(identifierKey), ...laws],
    subjects: core.subjects,
    abstracts: core.abstracts.map(({ abstract }) => abstract),
  }
  return {
    ...searchedTexts(MAX_SEARCHED, texts),
    factor: keywords.includes(ROUTINE_KEYWORD) ? ROUTINE_FACTOR : 1,
  }
}

/** The searchable words of a bill with these keywords. */
export function billWords(
  id: number,
  core: BillCore,
  keywords: readonly string[],
): RowOf<typeof billWordsTable> {
  const { texts, vector, factor } = searchedBill(core, keywords)
  const { jurisdiction, session, chamber } = core
  return {
    id,
    jurisdiction,
    entered_on: enteredOn(core),
    ...texts,
    ...rankedWords(vector, {
      kind: 'bill',
      conditions: [
        placeCondition('jurisdiction', jurisdiction),
        placeCondition('session', session),
        sessionCondition(jurisdiction, session),
        ...(chamber === null ? [] : [placeCondition('chamber', chamber)]),
        ...keywords,
      ],
      factor,
    }),
    deleted: false,
  }
}

/** Leaves out machine-made ids: `ocd-bill-wa-2025_2026-hb1575` would make `bill` and `wa` words of every bill. */
const isPrintedNumber = (identifier: string): boolean => !/_|^ocd-|^[0-9a-f]{8}-/i.test(identifier)

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
    prefiled_on: row.prefiled_on,
  })
}

/** The members that the detail of a bill adds to its list item. */
export function billDetail(core: BillCore): string {
  return JSON.stringify({
    abstracts: core.abstracts.map(({ abstract, note }) => ({ abstract, note })),
    other_titles: core.other_titles.map(({ title, note }) => ({ title, note })),
    other_identifiers: core.other_identifiers.map(({ identifier, scheme }) => ({ identifier, scheme })),
    citations: core.citations.map((item) =>
      servedLink({
        publication: item.publication,
        citation: item.citation,
        citation_type: item.citation_type,
        effective: item.effective,
        expires: item.expires,
        url: item.url,
      }),
    ),
    sources: core.sources.map(({ url, note }) => servedLink({ url, note })),
    extras: core.extras,
    session_known: core.session_known,
  })
}
