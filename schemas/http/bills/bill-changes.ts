import { Type } from 'typebox'
import { changeKinds } from '../../vocabulary/change-kinds.ts'
import { Closed, DayOrTime, Instant, OrNull, Page, Text } from '../fields.ts'

const StepVersion = Closed({
  id: Text,
  note: Text,
  date: OrNull(DayOrTime),
  classification: Text,
})

const EvidencePlace = OrNull(
  Closed(
    { start: Type.Integer({ minimum: 0 }), end: Type.Integer({ minimum: 0 }) },
    { description: 'Unicode characters of the plain text of the version' },
  ),
)

const ChangeSentence = Closed({
  text: Text,
  kind: Type.Enum([...changeKinds]),
  section: OrNull(Type.String({ description: 'As in the sentence; null if it is about the whole text' })),
  before: OrNull(Type.String({ description: 'The words of the older text that the sentence quotes' })),
  after: OrNull(Type.String({ description: 'The words of the newer text that the sentence quotes' })),
  confidence: Type.Enum(['exact', 'contextual'], {
    description:
      '`exact`: one value replaces another in the same place, or a whole section comes, goes or moves',
  }),
  evidence: Closed({ from: EvidencePlace, to: EvidencePlace }),
})

/** A step from a version of a bill to the next one that has a text. */
export const ChangeStepItem = Closed({
  id: Type.String({ description: 'The ids of both versions, with `..` between them' }),
  updated_at: Instant,
  from_version: StepVersion,
  to_version: StepVersion,
  date: OrNull(DayOrTime),
  summary: Type.String({ description: 'One to three sentences, the most important first' }),
  unchanged_wording: Type.Boolean({ description: 'No word of the law differs' }),
  sentences: Type.Array(ChangeSentence),
  omitted: Type.Array(Closed({ kind: Type.Enum([...changeKinds]), count: Type.Integer({ minimum: 1 }) }), {
    description: 'Sentences that are left out because there are too many of one kind',
  }),
  unexplained_words: Type.Integer({ minimum: 0, description: 'Changed words that no sentence covers' }),
  method_version: Type.Integer({ minimum: 1 }),
})
export const ChangeStepPage = Page(ChangeStepItem)
