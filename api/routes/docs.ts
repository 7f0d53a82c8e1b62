import { hash } from 'node:crypto'
import type { FastifyPluginAsync } from 'fastify'
import { prepareText } from '../http/prepared-answer.ts'
import type { ApiDocument } from '../openapi/types.ts'
import { referencePage } from '../reference/page.ts'
import { PAGE_STYLE } from '../reference/style.ts'

/** The page may use its own style, and nothing else from anywhere. */
const POLICY = `default-src 'none'; style-src 'sha256-${hash('sha256', PAGE_STYLE, 'base64')}'; frame-ancestors 'none'`

export const docsRoutes: FastifyPluginAsync = async (app) => {
  const page = prepareText(() => referencePage(app.swagger() as ApiDocument))
  app.get('/docs', { config: { open: true }, schema: { hide: true } }, (request, reply) =>
    page(request, reply.header('content-security-policy', POLICY).type('text/html; charset=utf-8')),
  )
}
