import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { LookupInput } from '../../locate/lookup/located.ts'
import {
  LookupBody,
  type LookupPart,
  LookupQuery,
  RepresentativesAnswer,
} from '../../schemas/http/places/representatives.ts'
import { lookupsUsedUp } from '../accounts/lookups.ts'
import type { AnswerOptions } from '../lookup/lookup-answer.ts'
import { inBody, inputOf, inQuery, optionsOf } from '../lookup/lookup-request.ts'
import { createBilling } from '../lookup/paid-lookup.ts'
import { payerOf, sayWhatIsLeft } from '../lookup/payer.ts'
import { includedBy } from '../paging/collection.ts'
import type { RouteContext } from './context.ts'
import { answers, paidLookup } from './route.ts'

/** Addresses and positions: their districts and officials. Each answer that matches is billed. */
export const representativeRoutes: FastifyPluginAsyncTypebox<RouteContext> = async (app, context) => {
  const { lookUp, asks_geocoder, ledger, database, tiers, clock } = context
  const billing = createBilling({ database, ledger, clock, log: app.log })
  async function answerOne(
    request: FastifyRequest,
    reply: FastifyReply,
    asked: { readonly input: LookupInput; readonly options: AnswerOptions },
  ): Promise<FastifyReply> {
    const payer = payerOf(request, tiers)
    const work = () => lookUp(asked.input, asked.options)
    const paid = await billing.pay(payer, work, { begins_early: !asks_geocoder })
    sayWhatIsLeft(reply, payer, paid?.left ?? 0, clock.now())
    if (paid === undefined) throw lookupsUsedUp(payer.cap, clock.now())
    return reply.send(paid.answer)
  }

  app.get(
    '/representatives',
    {
      config: paidLookup.config,
      schema: {
        ...paidLookup.schema,
        operationId: 'getRepresentatives',
        summary: 'The districts of an address or position, and the officials who are seated',
        querystring: LookupQuery,
        response: answers(RepresentativesAnswer),
      },
    },
    async (request, reply) => {
      const { include, ...query } = request.query
      const input = inputOf(query, inQuery)
      const parts = includedBy(include) as LookupPart[]
      const options = optionsOf({ ...query, include: parts }, clock.now(), inQuery)
      return answerOne(request, reply, { input, options })
    },
  )

  app.post(
    '/representatives',
    {
      config: paidLookup.config,
      schema: {
        ...paidLookup.schema,
        operationId: 'findRepresentatives',
        summary: 'The same, with the address in the body: it appears in no log of a proxy',
        body: LookupBody,
        response: answers(RepresentativesAnswer),
      },
    },
    async (request, reply) => {
      const input = inputOf(request.body, inBody())
      const options = optionsOf(request.body, clock.now(), inBody())
      return answerOne(request, reply, { input, options })
    },
  )
}
