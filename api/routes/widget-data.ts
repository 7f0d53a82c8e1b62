import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { NoQuery } from '../../schemas/http/parameters.ts'
import { PREVIEW_TYPE } from '../../schemas/http/widgets/widget.ts'
import {
  WidgetData,
  WidgetLookupAnswer,
  WidgetLookupBody,
  WidgetTokenPath,
} from '../../schemas/http/widgets/widget-data.ts'
import { OPEN_PREFLIGHT } from '../plugins/security.ts'
import { admitOrigin, answerPreflight } from '../widgets/origins.ts'
import { createVisitorLookups } from '../widgets/visitor-lookups.ts'
import type { Widget } from '../widgets/widget-cache.ts'
import { refuseInPreview } from '../widgets/widget-preview.ts'
import type { RouteContext } from './context.ts'
import { answers, visitorRoute } from './route.ts'

/** Browsers and caches keep the data of a widget for a minute. */
const KEPT = 'public, max-age=60'
const tags = ['Widgets']
/** The only type that takes an address. */
const LOOKUPS = 'find-your-rep'

/** What visitors of other sites read. The token in the path is the credential, so these routes need no other. */
export const widgetDataRoutes: FastifyPluginAsyncTypebox<RouteContext> = async (app, context) => {
  const { widgets } = context
  const lookups = createVisitorLookups({ ...context, log: app.log })

  /** The widget of a request, if its origin may use it and the limits allow it. */
  async function admit(
    request: FastifyRequest,
    reply: FastifyReply,
    { type, token }: { readonly type: string; readonly token: string },
  ): Promise<Widget> {
    await widgets.limits.countVisitor(request, reply)
    const widget = await widgets.open(type, token)
    admitOrigin(request, reply, widget, widgets.origin)
    await widgets.limits.countWidget(request, reply, widget.id)
    return widget
  }

  app.get(
    '/widgets/:type/:token',
    {
      config: visitorRoute,
      schema: {
        operationId: 'getWidgetData',
        summary: 'What a widget shows',
        description:
          'For pages of the allowed origins. Of another type, revoked or unknown: the same 404. It is not counted in the minute of the account.',
        tags,
        security: [],
        params: WidgetTokenPath,
        querystring: NoQuery,
        response: answers(WidgetData),
      },
    },
    async (request, reply) => {
      const widget = await admit(request, reply, request.params)
      const body = await widgets.answers.of(widget)
      return (
        reply
          // A preview ends after an hour, and no cache may show it longer.
          .header('cache-control', request.params.type === PREVIEW_TYPE ? 'no-store' : KEPT)
          .header('content-type', 'application/json; charset=utf-8')
          .send(body)
      )
    },
  )

  app.post(
    '/widgets/:type/:token',
    {
      config: {
        ...visitorRoute,
        is_private: true,
        problems: [...visitorRoute.problems, 'widget_lookup_cap'],
      },
      schema: {
        operationId: 'findRepresentativesByWidget',
        summary: 'For the type find-your-rep: the districts and officials of the address of a visitor',
        description:
          'A match counts as one lookup of the account that owns the widget. The address is in no URL, and is logged and stored nowhere.',
        tags,
        security: [],
        params: WidgetTokenPath,
        querystring: NoQuery,
        body: WidgetLookupBody,
        response: answers(WidgetLookupAnswer),
      },
    },
    async (request, reply) => {
      reply.header('cache-control', 'no-store')
      await widgets.limits.countForm(request, reply)
      const { type, token } = request.params
      refuseInPreview(type)
      const widget = await admit(request, reply, { type: type === LOOKUPS ? type : '', token })
      return reply.send(await lookups.answer(widget, request.body.address))
    },
  )

  for (const url of ['/widgets/:type/:token', '/widgets/:type/:token/leads']) {
    app.options(
      url,
      { config: visitorRoute, schema: { hide: true, params: WidgetTokenPath } },
      async (request, reply) => {
        const params = request.params as { type: string; token: string }
        // The path may be that of an account's own widget, such as /widgets/7/revoke.
        if (/^\d+$/.test(params.type)) return reply.code(204).headers(OPEN_PREFLIGHT).send()
        await admit(request, reply, params)
        return answerPreflight(reply)
      },
    )
  }
}
