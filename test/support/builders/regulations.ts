import { regulationKey } from '../../../ingest/identity/identity-keys.ts'
import type { ObservationOf, PartsOf } from '../../../ingest/source-interface/observation.ts'
import type { CommentPeriod, Regulation } from '../../../schemas/event-bodies/regulation.ts'

const UNITED_STATES = 'ocd-division/country:us'

export const NO_COMMENTS: CommentPeriod = { opens_on: null, closes_on: null, comment_url: null }

export function regulationOf(details: Partial<Regulation> = {}): Regulation {
  return {
    jurisdiction: UNITED_STATES,
    document_number: '2026-01234',
    publication_date: '2026-01-15',
    type: 'proposed_rule',
    subtype: null,
    title: 'Energy conservation standards for pumps',
    abstract: null,
    action: null,
    citation: null,
    agencies: [],
    docket_ids: [],
    rins: [],
    cfr_references: [],
    topics: [],
    effective_on: null,
    signing_on: null,
    significant: null,
    state: 'published',
    correction_of: null,
    html_url: null,
    pdf_url: null,
    text_url: null,
    start_page: null,
    end_page: null,
    extras: {},
    ...details,
  }
}

/** A document as a source would report it. */
export function seenRegulation(
  parts: Partial<PartsOf['regulation']>,
  overrides: Partial<Omit<ObservationOf<'regulation'>, 'parts' | 'entity'>> = {},
): ObservationOf<'regulation'> {
  return {
    entity: 'regulation',
    key: regulationKey('2026-01234', '2026-01-15'),
    discriminator: null,
    ocd_id: null,
    jurisdiction: UNITED_STATES,
    observed_at: '2026-01-15T12:00:00Z',
    schema_rank: 1,
    bill: null,
    aliases: [],
    removed: null,
    record: 'a document',
    ...overrides,
    parts,
  }
}

export function open(closesOn: string | null, more: Partial<CommentPeriod> = {}): CommentPeriod {
  return { ...NO_COMMENTS, opens_on: closesOn === null ? null : '2026-01-15', closes_on: closesOn, ...more }
}
