import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ApiDocument } from '../../../api/openapi/types.ts'
import { projectFolder } from '../../../runtime/settings/settings.ts'

let known: ApiDocument | undefined

/** The committed document: `npm run check` refuses one that the code does not make. */
function readDocument(): ApiDocument {
  known ??= JSON.parse(readFileSync(join(projectFolder, 'api', 'openapi.json'), 'utf8')) as ApiDocument
  return known
}

/**
 * A refusal that the OpenAPI document does not list for its route; undefined if it does, or if it is not a refusal.
 */
export function undocumentedRefusal(
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
): string | undefined {
  const { statusCode: status } = reply
  const { url } = request.routeOptions
  // 499 means that the caller has gone.
  if (url === undefined || status < 400 || status === 499 || typeof payload !== 'string' || payload === '')
    return undefined
  const document = readDocument()
  const path = url.replace(/^\/api\/v1/, '/v1').replace(/:(\w+)/g, '{$1}')
  const method = request.method === 'HEAD' ? 'get' : request.method.toLowerCase()
  const operation = document.paths?.[path]?.[method]
  // Routes of a test have no name, and a caller that is gone (499) gets no answer.
  if (operation?.operationId === undefined || status === 499) return undefined
  const name = operation.responses?.[String(status)]?.$ref?.split('/').at(-1)
  const declared =
    name === undefined ? operation.responses?.[String(status)] : document.components?.responses?.[name]
  if (declared?.content?.['application/json'] !== undefined) return undefined
  const codes = Object.keys(declared?.content?.['application/problem+json']?.examples ?? {})
  const { code } = JSON.parse(payload) as { code: string }
  // The origin for visitors has no paths but theirs. The document is one of the API's own host.
  if (code === 'route_not_found') return undefined
  if (codes.some((one) => one.replace(/_\d{3}$/, '') === code)) return undefined
  return `${status} ${code} is not in the OpenAPI document: name it in the config of the route (problems)`
}
