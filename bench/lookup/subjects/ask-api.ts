import type { Static } from 'typebox'
import { Pool } from 'undici'
import type { RepresentativesAnswer } from '../../../schemas/http/places/representatives.ts'
import type { Question } from '../country/questions.ts'
import type { Asker, Tally } from '../drive/tally.ts'

type Answer = Static<typeof RepresentativesAnswer>

/** Asks the HTTP API over a number of connections, with one token after another, and compares every answer. */
export function createApiAsker(options: {
  readonly origin: string
  readonly tokens: readonly string[]
  readonly questions: Iterator<Question, never>
  readonly connections: number
}): Asker {
  const { origin, tokens, questions, connections } = options
  const pool = new Pool(origin, { connections, pipelining: 1 })
  const tally: Tally = { asked: 0, matched: 0, wrong: 0 }
  return {
    tally,
    async ask() {
      const question = questions.next().value
      const token = tokens[tally.asked % tokens.length]!
      tally.asked += 1
      const { statusCode, body } = await pool.request({
        method: 'GET',
        path: `/v1/representatives?address=${encodeURIComponent(question.address)}`,
        headers: { authorization: `Bearer ${token}` },
      })
      if (statusCode !== 200) throw new Error(`${statusCode}: ${await body.text()}`)
      const answer = (await body.json()) as Answer
      if (!answer.matched) return
      tally.matched += 1
      if (!isRight(answer, question)) tally.wrong += 1
    },
    close: () => pool.close(),
  }
}

/** One member sits in each district of a chamber. */
function isRight({ geographies, representatives }: Answer, question: Question): boolean {
  const { state, upper, lower } = question
  const seats = representatives.map(({ chamber, district }) => `${chamber} ${district}`).toSorted()
  return (
    geographies.state === state &&
    geographies.upper_district === upper &&
    geographies.lower_district === lower &&
    seats.join() === [`lower ${lower}`, `upper ${upper}`].join()
  )
}
