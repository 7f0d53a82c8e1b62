import { type Static, Type } from 'typebox'
import { Closed, Id, OcdId, OrNull, Text, TextOrNull } from '../fields.ts'

export const explanationLevels = ['headline', 'brief', 'detail', 'technical'] as const

/** The words that a sentence rests on. */
const Citation = Closed({
  section: OrNull(Type.String({ description: 'Number or heading of the section' })),
  start: Type.Integer({ description: 'Position in the plain text of the version, in Unicode characters' }),
  end: Type.Integer({ description: 'The position after the last character' }),
  quote: Type.String({ description: 'The plain text from `start` to `end`' }),
})

export const SummaryMeta = Closed(
  {
    method: Type.Enum(['official', 'model', 'extractive', 'title'], {
      description:
        'Who wrote it: the source, a model, or the text itself by rules; `title` if there is only a title',
    }),
    version_id: OrNull(
      Type.String({ description: 'The version whose text it quotes; null if it quotes none' }),
    ),
    method_version: Type.Integer(),
    model: TextOrNull,
    prompt_version: OrNull(Type.Integer()),
    generated_at: OrNull(Type.String({ description: 'When a model wrote it; null otherwise' })),
    note: OrNull(Type.String({ description: 'What the source calls its digest' })),
    citations: Type.Array(Citation),
    disclaimer: Text,
  },
  { description: 'How the summary was made, and the words that it rests on' },
)

const Level = Closed({
  level: Type.Enum([...explanationLevels]),
  method: Type.Enum(['model', 'extractive'], {
    description: 'Who wrote it: a model, or the source and the text itself by rules',
  }),
  method_version: Type.Integer(),
  model: TextOrNull,
  prompt_version: OrNull(Type.Integer()),
  generated_at: TextOrNull,
  disclaimer: Text,
  sentences: Type.Array(Closed({ text: Text, section: TextOrNull, citations: Type.Array(Citation) })),
  reading_grade: OrNull(
    Type.Number({ description: 'Flesch-Kincaid grade: it measures the length of words and sentences' }),
  ),
})

export const ExplainQuery = Type.Object(
  {
    level: Type.Optional(
      Type.Enum([...explanationLevels], { description: 'Only this level; default: all four' }),
    ),
  },
  { additionalProperties: false },
)
export type ExplainQuery = Static<typeof ExplainQuery>

export const BillExplanation = Closed({
  bill_id: Id,
  bill_ocd_id: OcdId,
  version_id: OrNull(Type.String({ description: 'The version whose text it quotes; null without a text' })),
  levels: Type.Array(Level),
  not_stated: Type.Array(Type.String(), {
    description: 'What readers usually ask and the text does not state; `text` if there is no text',
  }),
})
