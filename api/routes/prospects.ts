import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { codeOf, codesIn } from '../../derive/targets/subjects/issue-codes.ts'
import { ProspectPage, ProspectQuery } from '../../schemas/http/advocacy/prospects.ts'
import { invalidParameter } from '../http/problem.ts'
import { shownValue } from '../input/accepted-values.ts'
import { jurisdictionParameter } from '../input/parameters.ts'
import { type Orders, startWalk } from '../paging/collection.ts'
import { sendComputed, shownAsTheyAre } from '../paging/send-computed.ts'
import { findProspects } from '../read-model/targets/find-prospects.ts'
import { federalToday, type RouteContext } from './context.ts'
import { answers } from './route.ts'
import { typesOf } from './targets.ts'

const orders: Orders = { plain: ['rank'], changes: 'rank' }

export const prospectRoutes: FastifyPluginAsyncTypebox<RouteContext> = async (
  app,
  { model, limits, clock },
) => {
  app.get(
    '/targets/advocacy-prospects',
    {
      schema: {
        operationId: 'listAdvocacyProspects',
        summary: 'Organizations that are active on a subject elsewhere and absent from a jurisdiction',
        description:
          'Without `jurisdiction`, all that are active on the subject. At most 500. An organization that leaves the list leaves no tombstone.',
        tags: ['Targets'],
        querystring: ProspectQuery,
        response: answers(ProspectPage),
      },
    },
    async (request, reply) => {
      const { subject, types } = request.query
      const codes = subject === undefined ? null : subjectParameter(subject)
      const jurisdiction = jurisdictionParameter(request.query.jurisdiction) ?? null
      const walk = startWalk(request.query, {
        path: 'targets/advocacy-prospects',
        filters: { codes, jurisdiction, types },
        orders,
        limits,
      })
      const question = { codes, jurisdiction, types: typesOf(types), as_of: federalToday(clock) }
      const { feed, items, coverage } = await findProspects(model, question)
      return sendComputed(
        request,
        reply,
        walk,
        { feed, items: shownAsTheyAre(items) },
        { coverage: JSON.stringify(coverage) },
      )
    },
  )
}

/** The issue codes of a subject. A code or the name of an issue means that issue alone. */
function subjectParameter(subject: string): readonly string[] {
  const code = codeOf(subject)
  const codes = code === undefined ? codesIn(subject) : [code]
  if (codes.length > 0) return codes
  throw invalidParameter(
    'subject',
    `subject is ${shownValue(subject)}, which has no word of an issue; it must be a code such as TAX, or words such as renewable energy.`,
  )
}
