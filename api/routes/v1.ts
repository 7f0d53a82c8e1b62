import type { FastifyPluginAsync } from 'fastify'
import { named } from '../../runtime/http/named-plugin.ts'
import { accountRoutes } from './account.ts'
import { advocacyRoutes } from './advocacy.ts'
import { alertDigestRoutes } from './alert-digests.ts'
import { alertSubscriptionRoutes } from './alert-subscriptions.ts'
import { analyticsRoutes } from './analytics.ts'
import { auditLogRoutes } from './audit-log.ts'
import { billChangeRoutes } from './bill-changes.ts'
import { billCommitteeRoutes } from './bill-committees.ts'
import { billCopycatRoutes } from './bill-copycats.ts'
import { billDiffRoutes } from './bill-diff.ts'
import { billExplainRoutes } from './bill-explain.ts'
import { billLegislatorRoutes } from './bill-legislators.ts'
import { billPartRoutes } from './bill-parts.ts'
import { billQuestionRoutes } from './bill-questions.ts'
import { billSheetItemRoutes } from './bill-sheet-items.ts'
import { billSheetRoutes } from './bill-sheets.ts'
import { billSimilarRoutes } from './bill-similar.ts'
import { billTextRoutes } from './bill-text.ts'
import { billRoutes } from './bills.ts'
import { boundaryRoutes } from './boundaries.ts'
import { commentCapabilityRoutes } from './comment-capabilities.ts'
import { committeeBillRoutes } from './committee-bills.ts'
import { committeeRoutes } from './committees.ts'
import type { RouteContext } from './context.ts'
import { coverageRoutes } from './coverage.ts'
import { invitationRoutes } from './invitations.ts'
import { jurisdictionRoutes } from './jurisdictions.ts'
import { leadRoutes } from './leads.ts'
import { legislatorRecordRoutes } from './legislator-records.ts'
import { legislatorRoutes } from './legislators.ts'
import { objectRoutes } from './objects.ts'
import { openApiRoutes } from './openapi.ts'
import { operatorSummaryRoutes } from './operator-summary.ts'
import { outreachRoutes } from './outreach.ts'
import { ownScorecardRoutes } from './own-scorecards.ts'
import { prospectRoutes } from './prospects.ts'
import { regulationRoutes } from './regulations.ts'
import { representativeBatchRoutes } from './representative-batches.ts'
import { representativeRoutes } from './representatives.ts'
import { scorecardRoutes } from './scorecards.ts'
import { searchRoutes } from './search.ts'
import { stakeholderPagePublishingRoutes } from './stakeholder-page-publishing.ts'
import { publishedPageRoutes, stakeholderPageRoutes } from './stakeholder-pages.ts'
import { targetRoutes } from './targets.ts'
import { tokenRoutes } from './tokens.ts'
import { userRoutes } from './users.ts'
import { voteRoutes } from './votes.ts'
import { widgetDataRoutes } from './widget-data.ts'
import { widgetLeadRoutes } from './widget-leads.ts'
import { widgetRoutes } from './widgets.ts'

/** Data of the log, for callers with the scope `read`. */
const readRoutes = [
  billRoutes,
  billPartRoutes,
  billDiffRoutes,
  billChangeRoutes,
  billCopycatRoutes,
  billCommitteeRoutes,
  billLegislatorRoutes,
  billTextRoutes,
  billExplainRoutes,
  billSimilarRoutes,
  objectRoutes,
  voteRoutes,
  legislatorRoutes,
  legislatorRecordRoutes,
  committeeRoutes,
  committeeBillRoutes,
  regulationRoutes,
  commentCapabilityRoutes,
  searchRoutes,
  jurisdictionRoutes,
  boundaryRoutes,
  coverageRoutes,
  scorecardRoutes,
  targetRoutes,
  outreachRoutes,
  prospectRoutes,
  advocacyRoutes,
  publishedPageRoutes,
]

/** Every versioned route. Registered at /v1 and at /api/v1. */
export const v1Routes: FastifyPluginAsync<RouteContext> = async (app, context) => {
  await app.register(async (scope) => {
    scope.addHook('onRoute', (route) => {
      route.config = { scope: 'read', ...route.config }
    })
    for (const routes of readRoutes) await scope.register(named(routes), context)
  })
  await app.register(async (scope) => {
    scope.addHook('onRequest', async (_request, reply) => {
      reply.header('cache-control', 'no-store')
    })
    await scope.register(named(billQuestionRoutes), context)
    await scope.register(named(representativeRoutes), context)
    await scope.register(named(representativeBatchRoutes), context)
  })
  await app.register(named(billSheetRoutes), context)
  await app.register(named(billSheetItemRoutes), context)
  await app.register(named(stakeholderPageRoutes), context)
  await app.register(named(stakeholderPagePublishingRoutes), context)
  await app.register(named(ownScorecardRoutes), context)
  await app.register(named(tokenRoutes), context)
  await app.register(named(userRoutes), context)
  await app.register(named(invitationRoutes), context)
  await app.register(named(auditLogRoutes), context)
  await app.register(named(accountRoutes), context)
  await app.register(named(analyticsRoutes), context)
  await app.register(named(operatorSummaryRoutes), context)
  await app.register(named(widgetRoutes), context)
  await app.register(named(widgetDataRoutes), context)
  await app.register(named(widgetLeadRoutes), context)
  await app.register(named(leadRoutes), context)
  await app.register(named(alertSubscriptionRoutes), context)
  await app.register(named(alertDigestRoutes), context)
  await app.register(named(openApiRoutes))
}
