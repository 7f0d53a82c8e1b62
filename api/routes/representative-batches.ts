import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { LookupInput } from '../../locate/lookup/located.ts'
import { BatchAnswer, BatchBody } from '../../schemas/http/places/representatives.ts'
import { readLookupsLeft } from '../accounts/lookups.ts'
import { isCallerGone, regardlessOfCaller } from '../http/caller-presence.ts'
import type { ProblemError } from '../http/problem.ts'
import { invalidBody } from '../input/refused-input.ts'
import { type BatchOutcome, runBatch } from '../lookup/batch.ts'
import type { AnswerOptions } from '../lookup/lookup-answer.ts'
import { inBody, inputOf, optionsOf } from '../lookup/lookup-request.ts'
import { createBilling } from '../lookup/paid-lookup.ts'
import { payerOf, sayWhatIsLeft } from '../lookup/payer.ts'
import { logFailure, problemOf } from '../plugins/problems.ts'
import type { RouteContext } from './context.ts'
import { answers, paidLookup } from './route.ts'

/** A batch uses this many of the ten connections of each pool, so that other requests have connections too. */
const WIDTH = 4
/** Less than half of the time after which a repeat of the request is taken for another one. */
const LIMIT_MS = 20_000

/** Many lookups in one request. */
export const representativeBatchRoutes: FastifyPluginAsyncTypebox<RouteContext> = async (
  app,
  { lookUp, ledger, database, tiers, clock },
) => {
  const billing = createBilling({ database, ledger, clock, log: app.log })

  app.post(
    '/representatives/batch',
    {
      config: { ...paidLookup.config, is_always_sent: true },
      schema: {
        ...paidLookup.schema,
        operationId: 'findRepresentativesInBatch',
        summary: 'Up to 500 addresses or positions at once, each with a status of its own',
        body: BatchBody,
        response: answers(BatchAnswer),
      },
    },
    async (request, reply) => {
      const { lookups, ...rest } = request.body
      const inputs = lookups.map((place, index) => inputOf(place, inBody('lookups', index)))
      const options = optionsOf(rest, clock.now(), inBody())
      await countAll(request, reply, inputs.length)
      // A repeat with the same key gets the whole answer, which it does not pay for again.
      const isKept = request.headers['idempotency-key'] !== undefined
      const begin = () => runAll(request, inputs, options)
      const outcome = await (isKept ? regardlessOfCaller(begin) : begin())
      const payer = payerOf(request, tiers)
      const now = clock.now()
      sayWhatIsLeft(reply, payer, await readLookupsLeft(database, payer.account_id, payer.cap, now), now)
      return reply.send({ results: outcome.results, counts: countsOf(outcome) })
    },
  )

  const runAll = (request: FastifyRequest, inputs: readonly LookupInput[], options: AnswerOptions) =>
    runBatch(inputs, {
      billing,
      payer: payerOf(request, tiers),
      clock,
      width: WIDTH,
      limit_ms: LIMIT_MS,
      work: (input) => lookUp(input, options),
      isStopped: isCallerGone,
      problemOf: (error) => failureOf(request, error),
    })

  /** Each lookup of a batch is a request of the minute. The request itself was counted. */
  async function countAll(request: FastifyRequest, reply: FastifyReply, count: number): Promise<void> {
    const { tier } = request.account
    const limit = tiers[tier].requests_a_minute
    if (limit > 0 && count > limit) {
      const detail = `The batch has ${count} lookups, and each counts as a request; the tier ${tier} has ${limit} requests a minute.`
      throw invalidBody(['lookups'], detail)
    }
    if (count > 1) await app.countRequests(request, reply, count - 1)
  }
}

function failureOf(request: FastifyRequest, error: unknown): ProblemError {
  const failure = problemOf(error, { is_private: true })
  if (failure.status >= 500) logFailure(request, failure.cause ?? failure)
  return failure
}

function countsOf({ results, tried }: BatchOutcome) {
  const answered = results.filter(({ status }) => status === 200)
  const matched = answered.filter(({ answer }) => answer?.matched === true).length
  return {
    matched,
    unmatched: answered.length - matched,
    failed: tried - answered.length,
    not_tried: results.length - tried,
  }
}
