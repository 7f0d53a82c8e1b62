import { type Static, Type } from 'typebox'
import { actionClasses, billStatuses, chambers, statusDetails } from '../vocabulary/vocabulary.ts'
import { BillEventBody, DateOnly, DateOrTime, DivisionId, Link, Nullable, Source, Word } from './common.ts'

/** A bill without its lists. */
export const BillCore = Type.Object({
  jurisdiction: DivisionId,
  session: Type.String({ description: "The source's session identifier, as it writes it" }),
  identifier: Type.String({ description: 'As printed' }),
  chamber: Nullable(Word(chambers, 'Chamber of origin.')),
  title: Type.String(),
  classification: Type.Array(Type.String(), { description: 'Sorted' }),
  subjects: Type.Array(Type.String(), { description: 'Sorted' }),
  abstracts: Type.Array(Type.Object({ abstract: Type.String(), note: Type.String() })),
  other_titles: Type.Array(Type.Object({ title: Type.String(), note: Type.String() })),
  other_identifiers: Type.Array(Type.Object({ identifier: Type.String(), scheme: Type.String() })),
  citations: Type.Array(
    Type.Object({
      publication: Type.String(),
      citation: Type.String(),
      citation_type: Type.String(),
      effective: Nullable(Type.String()),
      expires: Nullable(Type.String()),
      url: Nullable(Type.String()),
    }),
  ),
  introduced_on: Nullable(DateOnly),
  prefiled_on: Type.Optional(
    Type.String({
      description: 'YYYY-MM-DD on which it was filed ahead of its introduction; missing where it was not',
    }),
  ),
  sources: Type.Array(Source),
  extras: Type.Record(Type.String(), Type.Unknown()),
  session_known: Type.Boolean({
    description: 'false where no source has listed the session (flagged, not refused)',
  }),
})
export type BillCore = Static<typeof BillCore>

export const RelatedEntity = Type.Object({
  name: Type.String(),
  entity_type: Type.String({ description: 'organization, person or bill' }),
})

export const Action = Type.Object({
  id: Type.String({ description: 'Minted at first sight; a corrected action keeps it' }),
  date: DateOrTime,
  chamber: Nullable(Word(chambers, 'Chamber that acted.')),
  organization: Nullable(
    Type.String({ description: 'Who acted, where it is not a chamber: executive, a committee' }),
  ),
  description: Type.String(),
  classification: Type.Array(Word(actionClasses, 'What kind of step it is.'), { description: 'Sorted' }),
  related_entities: Type.Array(RelatedEntity),
  placed_on: Type.Optional(
    Nullable(
      Type.String({
        description:
          'Where `date` cannot be right: the day at which the action stands among the others. Its own counts for nothing',
      }),
    ),
  ),
  is_passage: Type.Optional(
    Type.Boolean({
      description:
        'Whether a chamber passes the bill by it. Only where `classification` says otherwise; else it is what that says',
    }),
  ),
})
export type Action = Static<typeof Action>

/** Version 1 had one `actor` for chambers and all others. */
export const ActionV1 = Type.Object({
  id: Type.String(),
  date: DateOrTime,
  actor: Nullable(Type.String()),
  description: Type.String(),
  classification: Type.Array(Type.String()),
  related_entities: Type.Array(RelatedEntity),
})
export type ActionV1 = Static<typeof ActionV1>

export const Progress = Type.Object({
  status: Word(billStatuses, 'Status reached.'),
  detail: Nullable(Word(statusDetails, 'Finer fact.')),
  date: Nullable(DateOrTime),
  action_id: Nullable(Type.String({ description: 'The action that moved it' })),
})
export type Progress = Static<typeof Progress>

export const Sponsor = Type.Object({
  id: Type.String(),
  name: Type.String({ description: 'As printed' }),
  entity_type: Type.String({ description: 'person or organization' }),
  classification: Type.String({ description: 'primary, cosponsor, or the words of the source' }),
  primary: Type.Boolean(),
  roles: Type.Optional(
    Type.Array(Type.String(), {
      description: 'Where one listing names it several times: every classification that it has there',
    }),
  ),
  chamber: Nullable(Word(chambers, 'Chamber of the sponsor, where the source says it.')),
  district: Nullable(Type.String()),
  sponsored_on: Nullable(DateOnly),
  withdrawn_on: Nullable(DateOnly),
  source_id: Nullable(
    Type.String({ description: "The source's own id of the sponsor: a bioguide id, an ocd-person" }),
  ),
})
export type Sponsor = Static<typeof Sponsor>

/** The places of a text in the object store: the published document, and the plain text extracted from it. */
export const TextPointer = Type.Object({
  sha256: Type.String({ description: 'Of the document as it was published: its name in the object store' }),
  bytes: Type.Integer(),
  media_type: Type.String(),
  url: Type.String({ description: 'Where it was published' }),
  extracted: Type.Optional(
    Type.Object(
      { sha256: Type.String(), bytes: Type.Integer(), characters: Type.Integer() },
      { description: 'Its plain text, UTF-8, one paragraph a line; missing where there is none in it' },
    ),
  ),
  marked: Type.Optional(
    Type.Object(
      { sha256: Type.String(), bytes: Type.Integer(), struck: Type.Integer(), inserted: Type.Integer() },
      {
        description:
          'Where words of it are struck: its lines with these in place, each a JSON list of runs {text, mark: none, struck or inserted}; and how many characters are struck and inserted',
      },
    ),
  ),
  no_text: Type.Optional(
    Type.String({ description: 'Why there is no plain text: `no text` for pages that are pictures' }),
  ),
})
export type TextPointer = Static<typeof TextPointer>

export const Version = Type.Object({
  id: Type.String(),
  note: Type.String(),
  date: Nullable(DateOrTime),
  classification: Type.String(),
  links: Type.Array(Link),
  text: Nullable(TextPointer),
})
export type Version = Static<typeof Version>

export const Document = Version
export type Document = Version

export const RelatedBill = Type.Object({
  id: Type.String(),
  identifier: Type.String(),
  session: Type.String(),
  relation_type: Type.String({ description: 'companion, prior-session, replaced-by, replaces, related' }),
})
export type RelatedBill = Static<typeof RelatedBill>

export const BillIntroduced = BillEventBody({ core: BillCore })
export const BillUpdated = BillEventBody({ core: BillCore })
export const BillAction = BillEventBody({ action: Action })
export const BillActionV1 = BillEventBody({ action: ActionV1 })
export const BillActionRemoved = BillEventBody({ action_id: Type.String() })
export const BillStatusChanged = BillEventBody({
  from: Nullable(
    Word(billStatuses, 'Status before; equal to `to` where only details or history were corrected.'),
  ),
  to: Word(billStatuses, 'Status now.'),
  detail: Nullable(Word(statusDetails, 'Finer fact.')),
  date: Nullable(DateOrTime),
  action_id: Nullable(Type.String()),
  progress: Type.Array(Progress, { description: 'The whole way so far, this step last' }),
})
export const BillSponsorsChanged = BillEventBody({ sponsors: Type.Array(Sponsor) })
export const BillVersionsChanged = BillEventBody({ versions: Type.Array(Version) })
export const BillDocumentsChanged = BillEventBody({ documents: Type.Array(Document) })
export const BillRelatedChanged = BillEventBody({ related_bills: Type.Array(RelatedBill) })
export const BillMerged = BillEventBody({ into: Type.Object({ id: Type.Integer(), ocd_id: Type.String() }) })
export const BillRemoved = BillEventBody({ reason: Type.String() })
