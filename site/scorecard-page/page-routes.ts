import { hash } from 'node:crypto'
import type { FastifyPluginAsync, FastifyReply } from 'fastify'
import type { Refusal } from '../fragments/refusal.ts'
import { messageHtml } from '../stakeholder-page/page.ts'
import { GRAY, plainStyleOf } from '../stakeholder-page/style.ts'
import { pageHtml } from './page.ts'
import type { ScorecardPageParts } from './page-source.ts'

/** The page may use its own style, and nothing else from anywhere: no script at all. */
const POLICY = `default-src 'none'; style-src 'sha256-${hash('sha256', plainStyleOf(GRAY), 'base64')}'; form-action 'none'; frame-ancestors 'none'; base-uri 'none'`

/** Caches ask with every request whether the scorecard is still public. */
const NOT_STORED = 'public, no-cache'

const open = { config: { open: true, for_visitors: true }, schema: { hide: true } } as const

type Address = { readonly Params: { readonly id: string } }

/** Public scorecards for people, and their CSV. */
export const scorecardSite: FastifyPluginAsync<ScorecardPageParts> = async (
  app,
  { scorecards, countVisitor, refusalOf },
) => {
  app.addHook('onRequest', countVisitor)
  app.setErrorHandler((error, request, reply) => sendRefusal(reply, refusalOf(error, request)))

  app.get<Address>('/scorecards/:id', open, async ({ params }, reply) => {
    const scorecard = await scorecards.find(params.id)
    if (scorecard === undefined) return sendMissing(reply)
    return withPolicy(reply).header('cache-control', NOT_STORED).send(pageHtml(scorecard))
  })

  app.get<Address>('/scorecards/:id/scores.csv', open, async ({ params }, reply) => {
    const scorecard = await scorecards.find(params.id)
    if (scorecard === undefined) return sendMissing(reply)
    return reply
      .header('cache-control', NOT_STORED)
      .header('content-disposition', `attachment; filename="scorecard-${scorecard.id}.csv"`)
      .type('text/csv; charset=utf-8')
      .send(scorecard.csv())
  })
}

const sendMissing = (reply: FastifyReply): FastifyReply =>
  sendRefusal(reply, {
    status: 404,
    title: 'No such scorecard',
    detail: 'It may have been taken back, or the address is not complete.',
    headers: {},
  })

const sendRefusal = (reply: FastifyReply, { status, title, detail, headers }: Refusal): FastifyReply =>
  withPolicy(reply)
    .code(status)
    .headers({ ...headers, 'cache-control': 'no-store' })
    .send(messageHtml(title, detail))

const withPolicy = (reply: FastifyReply): FastifyReply =>
  reply
    .header('content-security-policy', POLICY)
    .header('referrer-policy', 'no-referrer')
    .type('text/html; charset=utf-8')
