import type { FastifyPluginAsync } from 'fastify'
import type { PageParts } from '../../api/pages/page-parts.ts'
import { alertLinkRoutes } from '../../site/alert-page/alert-link-routes.ts'
import { consoleRoutes } from '../../site/console/console-routes.ts'
import { mailLinkRoutes } from '../../site/lead-page/mail-link-routes.ts'
import { lookupPageRoutes } from '../../site/lookup-page/lookup-routes.ts'
import { scorecardSite } from '../../site/scorecard-page/page-routes.ts'
import { stakeholderPageSite } from '../../site/stakeholder-page/page-routes.ts'
import { widgetPageRoutes } from '../../site/widget-page/embed-routes.ts'

/** All pages for people that an API process serves. */
export const sitePages: readonly FastifyPluginAsync<PageParts>[] = [
  lookupPageRoutes,
  stakeholderPageSite,
  scorecardSite,
  widgetPageRoutes,
  mailLinkRoutes,
  alertLinkRoutes,
  consoleRoutes,
]
