import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { NoQuery } from '../../schemas/http/parameters.ts'
import {
  LeadAccepted,
  LeadForm,
  LeadRequest,
  WidgetTokenPath,
} from '../../schemas/http/widgets/widget-data.ts'
import { problem } from '../http/problem.ts'
import { checkProof, proofOf } from '../leads/form-proof.ts'
import { signUp } from '../leads/sign-up.ts'
import { mailboxOf } from '../mail/recipient.ts'
import { dayOfCap, restOfDay_s, takeOfDay } from '../widgets/daily-cap.ts'
import { admitOrigin } from '../widgets/origins.ts'
import type { Widget } from '../widgets/widget-cache.ts'
import { refuseInPreview } from '../widgets/widget-preview.ts'
import type { RouteContext } from './context.ts'
import { answers, visitorRoute } from './route.ts'

const tags = ['Leads']
/** The same for every address: known, unknown, confirmed or opted out. */
const ACCEPTED = {
  accepted: true,
  detail: 'Thank you. If the address can be written to, a mail with a link is on its way: please open it.',
} as const

/** The form by which visitors sign up. Nothing of a request is logged, and no answer is stored. */
export const widgetLeadRoutes: FastifyPluginAsyncTypebox<RouteContext> = async (app, context) => {
  const { widgets, database, clock, leads_a_day } = context

  app.addHook('onRequest', async (_request, reply) => {
    reply.header('cache-control', 'no-store')
  })

  async function admit(
    request: FastifyRequest,
    reply: FastifyReply,
    { type, token }: { readonly type: string; readonly token: string },
  ): Promise<Widget & { leads: NonNullable<Widget['leads']> }> {
    await widgets.limits.countVisitor(request, reply)
    const widget = await widgets.open(type, token)
    admitOrigin(request, reply, widget, widgets.origin)
    await widgets.limits.countWidget(request, reply, widget.id)
    const { leads } = widget
    if (leads === null) throw problem(404, 'not_found', 'There is no such widget.')
    return { ...widget, leads }
  }

  app.get(
    '/widgets/:type/:token/leads',
    {
      config: visitorRoute,
      schema: {
        operationId: 'getLeadForm',
        summary: 'The form to sign up',
        tags,
        security: [],
        params: WidgetTokenPath,
        querystring: NoQuery,
        response: answers(LeadForm),
      },
    },
    async (request, reply) => {
      const widget = await admit(request, reply, request.params)
      return { ...widget.leads, form: proofOf(widget, clock.now()) }
    },
  )

  app.post(
    '/widgets/:type/:token/leads',
    {
      config: { ...visitorRoute, is_private: true },
      schema: {
        operationId: 'signUp',
        summary: 'Sign up; a mail asks to confirm it',
        description:
          'The answer is the same for every address. At most one mail is sent to an address in a day, over all accounts.',
        tags,
        security: [],
        params: WidgetTokenPath,
        querystring: NoQuery,
        body: LeadRequest,
        response: answers(LeadAccepted, { status: 202, description: 'Accepted' }),
      },
    },
    async (request, reply) => {
      const { body, params } = request
      await widgets.limits.countForm(request, reply)
      refuseInPreview(params.type)
      const widget = await admit(request, reply, params)
      const now = clock.now()
      checkProof(widget, body.form, now)
      mailboxOf(body.email)
      // A program that fills in every field learns nothing.
      if ((body.website ?? '') !== '') return reply.code(202).send(ACCEPTED)
      if (!(await takeOfDay(database, widget.id, 'sign_ups', { day: dayOfCap(now), cap: leads_a_day })))
        throw problem(
          429,
          'rate_limited',
          'This form has reached its limit of today. Please try again tomorrow.',
          {
            headers: { 'retry-after': String(restOfDay_s(now)) },
          },
        )
      await signUp(database, widget, body, { origin: widgets.origin, now })
      return reply.code(202).send(ACCEPTED)
    },
  )
}
