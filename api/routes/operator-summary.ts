import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { MINUTE_MS } from '../../runtime/durations.ts'
import { NoQuery } from '../../schemas/http/parameters.ts'
import { Operations } from '../../schemas/http/service/operations.ts'
import { OperatorSummary } from '../../schemas/http/service/operator-summary.ts'
import { keptFor } from '../http/kept-for.ts'
import { readOperations } from '../operator-summary/operations.ts'
import { readOperatorSummary } from '../operator-summary/operator-summary.ts'
import type { RouteContext } from './context.ts'
import { answers } from './route.ts'

/** What whoever runs the service wants to know about all accounts. */
export const operatorSummaryRoutes: FastifyPluginAsyncTypebox<RouteContext> = async (
  app,
  { database, clock },
) => {
  // It counts whole tables, so many requests together cost no more than one.
  const operations = keptFor(clock, MINUTE_MS, () => readOperations(database, clock.now()))

  app.get(
    '/analytics/summary',
    {
      config: { scope: 'admin' },
      schema: {
        operationId: 'getOperatorSummary',
        summary: 'Counts over all accounts, the freshness of sources, and storage',
        tags: ['Account'],
        querystring: NoQuery,
        response: answers(OperatorSummary),
      },
    },
    () => readOperatorSummary(database, clock.now()),
  )

  app.get(
    '/analytics/operations',
    {
      config: { scope: 'admin' },
      schema: {
        operationId: 'getOperations',
        summary: 'Sources, quarantine, parked events, read schemas, rebuilds, and what is derived',
        tags: ['Account'],
        querystring: NoQuery,
        response: answers(Operations),
      },
    },
    operations,
  )
}
