import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { billSource } from '../../derive/summary/bill-source.ts'
import { BillExplanation, ExplainQuery, explanationLevels } from '../../schemas/http/bills/explanation.ts'
import { IdPath } from '../../schemas/http/parameters.ts'
import { idParameter } from '../input/parameters.ts'
import { sendJson } from '../paging/collection.ts'
import { readExplainedBill } from '../read-model/bill/bill-explain.ts'
import { explainedLevel } from '../read-model/bill/explained-levels.ts'
import { modelDerivation } from '../read-model/bill/model-derivation.ts'
import { foundOwner } from '../read-schema/owner.ts'
import type { RouteContext } from './context.ts'
import { answers, pathWithId } from './route.ts'

export const billExplainRoutes: FastifyPluginAsyncTypebox<RouteContext> = async (app, { model, deriver }) => {
  app.get(
    '/bills/:id/explain',
    {
      config: { problems: ['text_not_available'] },
      schema: {
        operationId: 'explainBill',
        summary: 'A bill explained at four levels, each sentence with the words that it rests on',
        tags: ['Bills'],
        params: IdPath,
        querystring: ExplainQuery,
        response: answers(BillExplanation),
      },
    },
    async (request, reply) => {
      const { id } = request.params
      const { level } = request.query
      const found = await readExplainedBill(model, idParameter(id))
      const bill = foundOwner(found, { kind: 'bill', id, location: pathWithId(request) })
      const { facts, text, version_id } = billSource(bill)
      const derived = await deriver.derive('explanation', { facts, text })
      const written = modelDerivation(bill.model_explanation, text)
      const wanted = level === undefined ? explanationLevels : [level]
      const answer = {
        bill_id: bill.id,
        bill_ocd_id: bill.ocd_id,
        version_id,
        levels: wanted.map((name) => ({ level: name, ...explainedLevel(name, derived, written) })),
        not_stated: derived.result.not_stated,
      }
      return sendJson(reply, JSON.stringify(answer))
    },
  )
}
