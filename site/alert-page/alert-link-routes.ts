import type { FastifyPluginAsync } from 'fastify'
import type { VisitorParts } from '../fragments/refusal.ts'
import { addLinkPages, type LinkPage } from '../lead-page/mail-link-routes.ts'

const links: Readonly<Record<'confirm' | 'stop', LinkPage>> = {
  confirm: {
    ask: {
      title: 'Confirm your digest',
      text: 'Press the button to get a digest by mail when something happens, at most one a day.',
      button: 'Confirm',
    },
    done: { title: 'Thank you', text: 'Your digest is confirmed.' },
  },
  stop: {
    ask: {
      title: 'No more digests',
      text: 'Press the button to end what this link is about.',
      button: 'Stop these mails',
    },
    done: { title: 'Done', text: 'You will get no more mails of it.' },
  },
}

/**
 * The pages behind the links of digests. Opening one does nothing: only its button does. Programs that offer to unsubscribe
 * send the form without opening the page (RFC 8058).
 */
export const alertLinkRoutes: FastifyPluginAsync<VisitorParts> = async (app, parts) =>
  addLinkPages(app, parts, { path: '/alerts', api: '/v1/alert_subscriptions', longest_token: 120, links })
