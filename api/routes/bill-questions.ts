import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { SYNONYMS_VERSION } from '../../runtime/words/synonyms/synonym-groups.ts'
import { AskedBillPage, AskQuery } from '../../schemas/http/bills/asked-bills.ts'
import { modelAnswer } from '../answers/model-answer.ts'
import { invalidParameter } from '../http/problem.ts'
import { jurisdictionParameter } from '../input/parameters.ts'
import { type Orders, sendPage, startWalk } from '../paging/collection.ts'
import { parseQuestion } from '../question/parse-question.ts'
import { type AskedBill, readAskedBills } from '../read-model/ask/asked-bills.ts'
import { readSuggestions } from '../read-model/search/suggestions.ts'
import { withMembers } from '../read-schema/json-text.ts'
import type { RouteContext } from './context.ts'
import { answers } from './route.ts'

/** A model that is slow ends its request by itself. */
const never = new AbortController().signal

const orders: Orders = { plain: ['rank'], changes: 'rank' }

/** Questions in plain language. They are in no log and no metric. */
export const billQuestionRoutes: FastifyPluginAsyncTypebox<RouteContext> = async (
  app,
  { model, limits, clock, answerer, questionVectors },
) => {
  app.get(
    '/bills/ask',
    {
      config: { scope: 'read', is_private: true },
      schema: {
        operationId: 'askBills',
        summary: 'Bills that answer a question in plain language, best first',
        description: 'Nothing of a question is logged or stored.',
        tags: ['Bills'],
        querystring: AskQuery,
        response: answers(AskedBillPage),
      },
    },
    async (request, reply) => {
      const { query } = request
      const question = questionOf(query)
      const parsed = parseQuestion(question, clock.now().toISOString().slice(0, 10))
      const filters = withParameters(parsed.filters, query)
      const walk = startWalk(query.limit === undefined ? {} : { limit: query.limit }, {
        path: 'bills/ask',
        orders,
        limits,
      })
      const found = await readAskedBills(
        model,
        { ...parsed, filters },
        { limit: walk.page.limit, vectorOf: (text) => questionVectors.vectorOf(text, never) },
      )
      const suggestions = await readSuggestions(model, parsed.subject, clock.now())
      const { answer, no_answer } = await modelAnswer(answerer, request.account.id, {
        question,
        is_asked: query.answer === true,
        bills: found.rows,
      })
      return sendPage(request, reply, walk, found, itemOf, {
        interpreted: JSON.stringify({
          filters: statedFilters(filters),
          terms: parsed.terms,
          synonyms: found.synonyms,
          ignored: parsed.ignored,
          suggestions,
        }),
        answer: JSON.stringify(answer),
        method: JSON.stringify({ ranking: found.ranking, synonyms_version: SYNONYMS_VERSION, no_answer }),
      })
    },
  )
}

function questionOf({ question, q }: AskQuery): string {
  if (question !== undefined && q !== undefined)
    throw invalidParameter('q', 'q is the same parameter as question: give one of the two.')
  const asked = question ?? q
  if (asked === undefined) throw invalidParameter('question', 'question is missing; it must be a text.')
  return asked
}

type Filters = ReturnType<typeof parseQuestion>['filters']

/** A parameter replaces what the question says. */
function withParameters(filters: Filters, { jurisdiction, session }: AskQuery): Filters {
  const place = jurisdictionParameter(jurisdiction)
  return {
    ...filters,
    jurisdictions: place === undefined ? filters.jurisdictions : [place],
    sessions: session === undefined ? filters.sessions : [session],
  }
}

const statedFilters = (filters: Filters): Partial<Filters> =>
  Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== null && value.length > 0))

const itemOf = ({ item, latest_action, passage, matched_by, why }: AskedBill): string =>
  withMembers(item ?? '{}', {
    latest_action: latest_action ?? 'null',
    passage: JSON.stringify(passage),
    matched_by: JSON.stringify(matched_by),
    why: JSON.stringify(why),
  })
