import { Ajv } from 'ajv'
import { Type } from 'typebox'
import type { Answer } from '../grounding/answer.ts'

const closed = { additionalProperties: false }

/** The JSON that a model must answer with. Limits keep an answer of any size from costing memory or time. */
const AnswerSchema = Type.Object(
  {
    sentences: Type.Array(
      Type.Object(
        {
          text: Type.String({ minLength: 1, maxLength: 600 }),
          citations: Type.Array(
            Type.Object(
              {
                section: Type.String({ maxLength: 12 }),
                quote: Type.String({ minLength: 1, maxLength: 600 }),
              },
              closed,
            ),
            { maxItems: 8 },
          ),
        },
        closed,
      ),
      { maxItems: 200 },
    ),
    not_stated: Type.Array(Type.String({ maxLength: 40 }), { maxItems: 10 }),
  },
  closed,
)

const isAnswer = new Ajv({ strict: true, validateSchema: false, meta: false }).compile<Answer>(AnswerSchema)

/** `invalid` says what is wrong with the form of an answer, without its content. */
export type ReadAnswer = { readonly answer: Answer } | { readonly invalid: string }

/** Reads what a model wrote. A fence of Markdown around the whole JSON is passed over. */
export function readAnswer(content: string): ReadAnswer {
  const json =
    /^\s*```(?:json)?\s*\n(?<inside>[\s\S]*?)\n\s*```\s*$/u.exec(content)?.groups?.inside ?? content
  let value: unknown
  try {
    value = JSON.parse(json)
  } catch {
    // The parser quotes the answer, which is not to be logged.
    return { invalid: 'The answer is not JSON, or it is not whole.' }
  }
  if (isAnswer(value)) return { answer: value }
  const [error] = isAnswer.errors ?? []
  const path = error?.instancePath === '' ? 'the answer' : error?.instancePath
  return { invalid: `The JSON does not fit the schema: ${path} ${error?.message ?? 'is invalid'}.` }
}
