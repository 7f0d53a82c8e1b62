import type { FastifyPluginAsync } from 'fastify'
import { billCommitteeRoutes } from './bill-committees.ts'
import { billPartRoutes } from './bill-parts.ts'
import { billRoutes } from './bills.ts'
import { committeeRoutes } from './committees.ts'
import type { RouteContext } from './context.ts'
import { jurisdictionRoutes } from './jurisdictions.ts'
import { legislatorRoutes } from './legislators.ts'
import { openApiRoutes } from './openapi.ts'
import { regulationRoutes } from './regulations.ts'
import { tokenRoutes } from './tokens.ts'
import { voteRoutes } from './votes.ts'

/** Every versioned route. Registered at /v1 and at /api/v1. */
export const v1Routes: FastifyPluginAsync<RouteContext> = async (app, context) => {
  await app.register(billRoutes, context)
  await app.register(billPartRoutes, context)
  await app.register(billCommitteeRoutes, context)
  await app.register(voteRoutes, context)
  await app.register(legislatorRoutes, context)
  await app.register(committeeRoutes, context)
  await app.register(regulationRoutes, context)
  await app.register(jurisdictionRoutes, context)
  await app.register(tokenRoutes, context)
  await app.register(openApiRoutes)
}
