import { dayOf } from '../schemas/calendar-day.ts'
import type { Agency, CommentPeriod, Regulation } from '../schemas/event/regulation.ts'

const SEARCH_CHARACTERS = 100_000

/** Slugs and names in lower case, each once: what a regulation is found by. */
export function agencyWords(agencies: readonly Agency[]): string[] {
  const words = agencies.flatMap(({ slug, name }) => [slug?.toLowerCase() ?? '', name.toLowerCase()])
  return [...new Set(words)].filter((word) => word !== '').sort()
}

export function regulationSearchText({ title, abstract }: Regulation): string {
  return (abstract === null ? title : `${title}\n${abstract}`).slice(0, SEARCH_CHARACTERS).toWellFormed()
}

/** A comment period as it stands in an item. */
export type CommentPeriodContent = { readonly [F in keyof CommentPeriod]-?: CommentPeriod[F] | null }

export function commentPeriodContent(period: CommentPeriod): CommentPeriodContent {
  return {
    opens_on: dayOf(period.opens_on),
    closes_on: dayOf(period.closes_on),
    comment_url: period.comment_url,
    accepts_late: period.accepts_late ?? null,
    comment_count: period.comment_count ?? null,
    comment_count_as_of: period.comment_count_as_of ?? null,
  }
}

/** The comment period that stands in an item: it is told by events of its own. */
export function commentPeriodOf(item: string | null): CommentPeriodContent | null {
  return item === null
    ? null
    : (JSON.parse(item) as { comment_period: CommentPeriodContent | null }).comment_period
}

export function regulationContent(
  id: number,
  ocd_id: string,
  regulation: Regulation,
  comment_period: CommentPeriodContent | null,
): string {
  return JSON.stringify({
    id,
    ocd_id,
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
    comment_period,
  })
}

export function regulationDetail(regulation: Regulation): string {
  return JSON.stringify({
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
    extras: regulation.extras,
  })
}
