import { type Static, Type } from 'typebox'
import { billStatuses, chambers } from '../../vocabulary/vocabulary.ts'
import { Closed, Day, DivisionId, Id, OrNull, Page, Text } from '../fields.ts'
import { Jurisdiction, Words } from '../parameters.ts'
import { BillItem } from './bill.ts'
import { Passage } from './bill-answer.ts'
import { Suggestions } from './suggestions.ts'

/** `limit` gets its default and maximum from the settings of the server. */
export const AskQuery = Type.Object(
  {
    question: Words('A question in plain language, such as `let teens vote in local elections in Ohio`'),
    q: Words('The same as `question`: give one of the two'),
    jurisdiction: Jurisdiction,
    session: Words("The source's session identifier"),
    answer: Type.Optional(
      Type.Boolean({
        description: 'true: a model, if the service has one, also answers from the first bills, with quotes',
      }),
    ),
    limit: Type.Optional(Type.Integer({ minimum: 1, description: 'Number of bills' })),
  },
  { additionalProperties: false },
)
export type AskQuery = Static<typeof AskQuery>

const list = <T extends Parameters<typeof Type.Array>[0]>(item: T, description: string) =>
  Type.Optional(Type.Array(item, { minItems: 1, description }))

export const AskedFilters = Closed(
  {
    jurisdictions: list(DivisionId, 'Places'),
    sessions: list(Text, 'Spellings of the sessions'),
    years: list(Type.Integer(), 'Years of introduction'),
    chambers: list(Type.Enum([...chambers]), 'Chambers of introduction'),
    statuses: list(Type.Enum([...billStatuses]), 'Progress'),
    identifiers: list(Text, 'Numbers of bills'),
    sponsors: list(Text, 'Names of sponsors'),
    introduced_since: Type.Optional(Day),
    introduced_before: Type.Optional({ ...Day, description: 'The first day that is too late: YYYY-MM-DD' }),
  },
  { description: 'Conditions that the question states. A bill has one value of each list' },
)

export const rankingMethods = ['words', 'vectors'] as const
export type RankingMethod = (typeof rankingMethods)[number]

const Word = (example: string) => Type.String({ examples: [example] })

const Rank = OrNull(Type.Integer({ minimum: 1 }))

export const AskedBill = Closed({
  ...BillItem.properties,
  passage: OrNull(Passage),
  matched_by: Type.Array(Type.Enum([...rankingMethods]), {
    description: 'The methods that found the bill; empty if it has only the stated conditions',
  }),
  why: Closed(
    {
      terms: Type.Array(Word('teens'), {
        description: 'Words of the question that title, subjects or abstracts have',
      }),
      synonyms: Type.Array(Word('youth'), {
        description: 'Synonyms of words of the question that they have',
      }),
      words_rank: Rank,
      vectors_rank: Rank,
    },
    { description: 'What the rank rests on' },
  ),
})

/** Why there is no answer. */
export const noAnswerReasons = [
  'not_asked',
  'no_model',
  'no_bills',
  'budget_used_up',
  'unavailable',
  'refused',
] as const

const ModelAnswer = Closed(
  {
    sentences: Type.Array(
      Closed({ text: Text, citations: Type.Array(Closed({ bill_id: Id, quote: Text }), { minItems: 1 }) }),
      { minItems: 1 },
    ),
    model: Text,
    answered_at: Type.String({ description: 'RFC 3339, UTC', examples: ['2026-11-30T08:00:00.000Z'] }),
  },
  {
    description:
      'Written by a model, from the titles and abstracts of the first bills; each quote was checked',
  },
)

export const AskedBillPage = Closed({
  ...Page(AskedBill).properties,
  interpreted: Closed({
    filters: AskedFilters,
    terms: Type.Array(Word('teens'), { description: 'Words that were searched, each alone' }),
    synonyms: Type.Array(Word('youth'), { description: 'Synonyms of these words that were searched too' }),
    ignored: Type.Array(Word('show'), { description: 'Words that were left out' }),
    suggestions: Suggestions,
  }),
  answer: OrNull(ModelAnswer),
  method: Closed({
    ranking: Type.Array(Type.Enum([...rankingMethods]), {
      description: 'The rankings that decided; empty if the question states only conditions',
    }),
    synonyms_version: Type.Integer({ minimum: 1 }),
    no_answer: OrNull(
      Type.Enum([...noAnswerReasons], {
        description:
          'The reason if `answer` is null. `refused`: what the model wrote could not be proven from the bills',
      }),
    ),
  }),
})
