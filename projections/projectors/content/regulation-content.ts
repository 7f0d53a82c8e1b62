import { rankedWords } from '../../../runtime/ranking/ranked-words.ts'
import type { Agency, CommentPeriod, Regulation } from '../../../schemas/event-bodies/regulation.ts'
import { dayOf } from '../../../schemas/values/calendar-day.ts'
import type { RowOf } from '../../read-model/table.ts'
import type { regulationWordsTable } from '../../tables/regulation-tables.ts'
import { agencyNames, agencySlugs } from './agency-slugs.ts'
import { documentsOf, withoutDocuments } from './regulation-documents.ts'
import { withServedLinks } from './served-link.ts'
import { searchedTexts } from './word-columns.ts'

const SEARCHED = {
  title: { characters: 30_000, weight: 'A', is_list: false },
  numbers: { characters: 4_000, weight: 'B', is_list: true },
  topics: { characters: 16_000, weight: 'B', is_list: true },
  abstract: { characters: 50_000, weight: 'C', is_list: false },
} as const

/** Slugs and names by which a regulation is found, in lower case, each once. A department includes its parts. */
export function agencyWords(agencies: readonly Agency[]): string[] {
  const printed = agencies.flatMap(({ slug, name }) => [slug?.toLowerCase() ?? '', name.toLowerCase()])
  return [...new Set([...printed, ...agencySlugs(agencies)])].filter((word) => word !== '').sort()
}

/** Sources print numbers in either case. */
export const numberKeys = (numbers: readonly string[]): string[] =>
  [...new Set(numbers.map((number) => number.toUpperCase()))].sort()

/** Every number that names the document itself. */
export const documentIds = ({ document_number, extras }: Regulation): string[] =>
  numberKeys([document_number, ...documentsOf(extras).map(({ document_id }) => document_id)])

/** The searchable words of a document. Its topics include its agencies: their printed names and their acronyms. */
export function regulationWords(id: number, regulation: Regulation): RowOf<typeof regulationWordsTable> {
  const { title, abstract, agencies, docket_ids, rins, topics } = regulation
  const texts = {
    title: [title],
    numbers: [...documentIds(regulation), ...docket_ids, ...rins],
    topics: [...topics, ...agencies.flatMap(agencyNames)],
    abstract: abstract === null ? [] : [abstract],
  }
  const { texts: columns, vector } = searchedTexts(SEARCHED, texts)
  const condition = (name: RegulationCondition) => (value: string) => regulationCondition(name, value)
  return {
    id,
    jurisdiction: regulation.jurisdiction,
    day: dayOf(regulation.publication_date),
    ...columns,
    ...rankedWords(vector, {
      kind: 'regulation',
      conditions: [
        regulationCondition('jurisdiction', regulation.jurisdiction),
        regulationCondition('type', regulation.type),
        ...agencyWords(agencies).map(condition('agency')),
        ...numberKeys(docket_ids).map(condition('docket')),
        ...numberKeys(rins).map(condition('rin')),
      ],
      factor: 1,
    }),
    deleted: false,
  }
}

/** The filters whose rows an index of words finds, each with its value. */
type RegulationCondition = 'jurisdiction' | 'type' | 'agency' | 'docket' | 'rin'
export const regulationCondition = (name: RegulationCondition, value: string): string => `${name}=${value}`

/** A comment period in the form of an item. */
export type CommentPeriodContent = {
  readonly [F in keyof CommentPeriod]-?: CommentPeriod[F] | null
} & {
  readonly invalid_url?: Readonly<Record<string, string>>
}

export function commentPeriodContent(period: CommentPeriod): CommentPeriodContent {
  const content = {
    opens_on: dayOf(period.opens_on),
    closes_on: dayOf(period.closes_on),
    comment_url: period.comment_url,
    accepts_late: period.accepts_late ?? null,
    comment_count: period.comment_count ?? null,
    comment_count_as_of: period.comment_count_as_of ?? null,
  }
  return withServedLinks(content, ['comment_url'])
}

/** The comment period in an item. Separate events set it. */
export function commentPeriodOf(item: string | null): CommentPeriodContent | null {
  return item === null
    ? null
    : (JSON.parse(item) as { comment_period: CommentPeriodContent | null }).comment_period
}

export function regulationContent(
  id: number,
  ocdId: string,
  regulation: Regulation,
  commentPeriod: CommentPeriodContent | null,
): string {
  return JSON.stringify({
    id,
    ocd_id: ocdId,
    jurisdiction: regulation.jurisdiction,
    document_number: regulation.document_number,
    publication_date: regulation.publication_date,
    type: regulation.type,
    title: regulation.title,
    state: regulation.state,
    agencies: regulation.agencies.map(({ name, slug, source_id, parent_source_id }) => ({
      name,
      slug,
      source_id,
      parent_source_id,
    })),
    docket_ids: regulation.docket_ids,
    rins: regulation.rins,
    effective_on: regulation.effective_on,
    comment_period: commentPeriod,
  })
}

const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null)
const textsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []

export function regulationDetail(regulation: Regulation): string {
  const content = {
    subtype: regulation.subtype,
    abstract: regulation.abstract,
    action: regulation.action,
    citation: regulation.citation,
    cfr_references: regulation.cfr_references.map(({ title, part, chapter }) => ({ title, part, chapter })),
    topics: regulation.topics,
    signing_on: regulation.signing_on,
    significant: regulation.significant,
    correction_of: regulation.correction_of,
    html_url: regulation.html_url,
    pdf_url: regulation.pdf_url,
    text_url: regulation.text_url,
    start_page: regulation.start_page,
    end_page: regulation.end_page,
    corrections: textsOf(regulation.extras.corrections),
    dates: textOrNull(regulation.extras.dates),
    documents: documentsOf(regulation.extras),
    extras: withoutDocuments(regulation.extras),
  }
  return JSON.stringify(withServedLinks(content, ['html_url', 'pdf_url', 'text_url']))
}
