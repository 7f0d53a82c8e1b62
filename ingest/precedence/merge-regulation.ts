import type { CommentPeriod, Regulation } from '../../schemas/event-bodies/regulation.ts'
import type { CommentCount, PartsOf } from '../source-interface/observation.ts'
import type { SourceParts } from './precedence.ts'
import { inRecordOrder, unmergedKey } from './record-order.ts'

/** The journal itself. All other sources publish what it printed. */
const JOURNAL = 'federal-register'

/**
 * Merges all records of one regulation: the journal's document, and documents of regulations.gov, one per docket. For
 * each field the journal comes first, then the others in the order of their keys, with withdrawn documents last.
 * Dockets and RINs are united. Pure; the order of arrival has no effect.
 */
export function mergeRegulation(
  reported: readonly SourceParts<'regulation'>[],
): Partial<PartsOf['regulation']> {
  const records = withoutRepeats(reported).toSorted((a, b) => (rankOf(a) < rankOf(b) ? -1 : 1))
  const regulations = records.flatMap(({ source, parts: { regulation } }) =>
    regulation === undefined ? [] : [{ source, regulation }],
  )
  const merged: Partial<PartsOf['regulation']> = {}
  if (regulations.length > 0) merged.regulation = mergeDocuments(regulations)
  const commentPeriod = mergePeriods(records)
  if (commentPeriod !== undefined) merged.comment_period = commentPeriod
  const counts = records.flatMap(({ parts }) => parts.comment_count ?? [])
  if (counts.length > 0) merged.comment_count = addCounts(counts)
  return merged
}

/** If a merged entity brought a second record of one document (`X`, `~17|X`), that record is ignored. */
function withoutRepeats(reported: readonly SourceParts<'regulation'>[]): SourceParts<'regulation'>[] {
  const byRecord = new Map<string, SourceParts<'regulation'>>()
  for (const one of reported.toSorted(inRecordOrder)) {
    const name = `${one.source}|${unmergedKey(one.record_key)}`
    if (!byRecord.has(name)) byRecord.set(name, one)
  }
  return [...byRecord.values()]
}

function rankOf({ source, record_key, parts }: SourceParts<'regulation'>): string {
  const sourceRank = source === JOURNAL ? '0' : '1'
  const stateRank = parts.regulation?.state === 'withdrawn' ? '1' : '0'
  return `${sourceRank}${stateRank}|${source}|${record_key}`
}

/** Texts and days that the next record supplies if the first has none. */
const FILLED = [
  'subtype',
  'abstract',
  'action',
  'citation',
  'effective_on',
  'signing_on',
  'significant',
  'correction_of',
  'html_url',
  'pdf_url',
  'text_url',
  'start_page',
  'end_page',
] as const satisfies (keyof Regulation)[]
const FILLED_LISTS = ['cfr_references', 'topics'] as const satisfies (keyof Regulation)[]

/** Fields that every regulation has. An empty one is not a statement of its source. */
export const NEVER_EMPTY = ['title', 'type'] as const satisfies (keyof Regulation)[]

type ReportedRegulation = { readonly source: string; readonly regulation: Regulation }

function mergeDocuments(reported: readonly ReportedRegulation[]): Regulation {
  const [first, ...others] = reported.map(({ regulation }) => regulation)
  const merged = { ...first! }
  for (const other of others) {
    for (const field of NEVER_EMPTY) if (merged[field] === '') merged[field] = other[field]
    for (const field of FILLED) if (merged[field] === null) Object.assign(merged, { [field]: other[field] })
    for (const field of FILLED_LISTS)
      if (merged[field].length === 0) Object.assign(merged, { [field]: other[field] })
  }
  merged.docket_ids = union(reported.map(({ regulation }) => regulation.docket_ids))
  merged.rins = union(reported.map(({ regulation }) => regulation.rins))
  merged.agencies = agenciesOf(reported)
  merged.state = stateOf(reported)
  merged.extras = Object.assign({}, ...reported.toReversed().map(({ regulation }) => regulation.extras))
  const documents = reported.flatMap(({ regulation }) => documentsOf(regulation))
  if (documents.length > 0) merged.extras.regulations_gov = mergeById(documents)
  return merged
}

/** A printed document cannot be withdrawn, but all of its dockets can. Then no comment can be sent. */
function stateOf(reported: readonly ReportedRegulation[]): string {
  const sites = reported.filter(({ source }) => source !== JOURNAL)
  const states = (sites.length > 0 ? sites : reported).map(({ regulation }) => regulation.state)
  return states.find((state) => state !== 'withdrawn') ?? 'withdrawn'
}

/** Sources differ in the case of one docket. Sorted like canonical sets. */
function union(lists: readonly (readonly string[])[]): string[] {
  const byFolded = new Map<string, string>()
  for (const text of lists.flat())
    if (!byFolded.has(text.toUpperCase())) byFolded.set(text.toUpperCase(), text)
  return [...byFolded.values()].sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))
}

/** The journal names all agencies, parent and part. Without it, the agencies of all dockets are united. */
function agenciesOf(reported: readonly ReportedRegulation[]): Regulation['agencies'] {
  const [first] = reported
  if (first!.source === JOURNAL && first!.regulation.agencies.length > 0) return first!.regulation.agencies
  const byName = new Map<string, Regulation['agencies'][number]>()
  for (const agency of reported.flatMap(({ regulation }) => regulation.agencies)) {
    if (!byName.has(agency.name)) byName.set(agency.name, agency)
  }
  return [...byName.values()]
}

type GovDocument = { readonly document_id: string }

function documentsOf({ extras }: Regulation): readonly GovDocument[] {
  return Array.isArray(extras.regulations_gov) ? (extras.regulations_gov as GovDocument[]) : []
}

/**
 * A document is reported by its listing, its detail and its docket. They give one entry; the first record with a
 * field supplies it.
 */
function mergeById(documents: readonly GovDocument[]): GovDocument[] {
  const byId = new Map<string, GovDocument>()
  for (const document of documents) {
    byId.set(document.document_id, { ...document, ...byId.get(document.document_id) })
  }
  return [...byId.values()].sort((a, b) => (a.document_id < b.document_id ? -1 : 1))
}

/**
 * The site that accepts the comments knows about extensions; the printed document does not. So its last day counts,
 * and the latest one if there are several dockets. Withdrawn documents accept no comments.
 */
function mergePeriods(records: readonly SourceParts<'regulation'>[]): CommentPeriod | undefined {
  const reported = periodsOf(records)
  if (reported.length === 0) return undefined
  const dated = reported.filter(({ period }) => period.closes_on !== null)
  const live = dated.filter(({ is_withdrawn }) => !is_withdrawn)
  const best = live.length > 0 ? live : dated
  const sites = best.filter(({ is_journal }) => !is_journal)
  const last = (sites.length > 0 ? sites : best).toSorted((a, b) =>
    a.period.closes_on! > b.period.closes_on! ? -1 : 1,
  )[0]?.period
  const late = records.flatMap(({ parts }) => parts.comment_period?.accepts_late ?? [])
  const periods = reported.map(({ period }) => period)
  const closesOn = last?.closes_on ?? null
  const opensOn = last === undefined ? null : (last.opens_on ?? firstOf(periods, 'opens_on'))
  return {
    // The first day of one record and the last day of another may belong to different periods.
    opens_on: opensOn !== null && closesOn !== null && opensOn > closesOn ? null : opensOn,
    closes_on: closesOn,
    comment_url: firstOf(periods, 'comment_url'),
    ...(late.length > 0 && { accepts_late: late.includes(true) }),
  }
}

type Period = { readonly period: CommentPeriod; readonly is_journal: boolean; readonly is_withdrawn: boolean }

/** Gives one entry per document. If several records describe it (`X`, `X/detail`), the dates of the first count. */
function periodsOf(records: readonly SourceParts<'regulation'>[]): Period[] {
  const byDocument = new Map<string, Period>()
  for (const { source, record_key, parts } of records) {
    const { comment_period: period, regulation } = parts
    const document = `${source}|${unmergedKey(record_key).split('/', 1)[0]}`
    if (period === undefined || byDocument.has(document)) continue
    const isWithdrawn = regulation?.state === 'withdrawn'
    byDocument.set(document, { period, is_journal: source === JOURNAL, is_withdrawn: isWithdrawn })
  }
  return [...byDocument.values()]
}

function firstOf(periods: readonly CommentPeriod[], field: 'opens_on' | 'comment_url'): string | null {
  return periods.find((period) => period[field] !== null)?.[field] ?? null
}

/** Comments are sent to a document in one docket, so the counts of all are added, as of the newest. */
function addCounts(counts: readonly CommentCount[]): CommentCount {
  return {
    count: counts.reduce((sum, { count }) => sum + count, 0),
    as_of: counts.map(({ as_of }) => as_of).reduce((a, b) => (Date.parse(a) >= Date.parse(b) ? a : b)),
  }
}
