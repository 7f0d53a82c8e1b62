import type { AnsweredSentence, NoAnswer } from '../../derive/model/questions/answer-from-bills.ts'
import { findJurisdiction } from '../../schemas/vocabulary/jurisdictions.ts'
import type { Answerer } from './answerer.ts'

/** What a model learns about a bill. */
type AnsweringBill = {
  readonly id: number
  readonly item: string | null
  readonly title: string
  readonly abstracts: string
}

export type ModelAnswer =
  | {
      readonly answer: {
        readonly sentences: readonly AnsweredSentence[]
        readonly model: string
        readonly answered_at: string
      }
      readonly no_answer: null
    }
  | { readonly answer: null; readonly no_answer: NoAnswer | 'not_asked' | 'no_model' }

/** Bills that an answer may rest on. */
const MAX_BILLS = 8

/** Lets the model answer if the caller asked for it, or says why there is no answer. */
export async function modelAnswer(
  answerer: Answerer | undefined,
  accountId: number,
  asked: {
    readonly question: string
    readonly is_asked: boolean
    readonly bills: readonly AnsweringBill[]
  },
): Promise<ModelAnswer> {
  if (!asked.is_asked) return { answer: null, no_answer: 'not_asked' }
  if (answerer === undefined) return { answer: null, no_answer: 'no_model' }
  const bills = asked.bills.slice(0, MAX_BILLS).map((bill) => ({ id: bill.id, description: describe(bill) }))
  const answered = await answerer.answer(accountId, asked.question, bills)
  return typeof answered === 'string'
    ? { answer: null, no_answer: answered }
    : { answer: { ...answered, model: answerer.model }, no_answer: null }
}

function describe({ item, title, abstracts }: AnsweringBill): string {
  const { identifier, jurisdiction } = JSON.parse(item ?? '{}') as {
    identifier?: string
    jurisdiction?: string
  }
  const place = findJurisdiction(jurisdiction ?? '')?.name
  return [[place, identifier].filter((part) => part !== undefined).join(' '), title, abstracts].join('\n')
}
