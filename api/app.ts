import { type FastifyBaseLogger, type FastifyInstance, fastify, LogController } from 'fastify'
import type { Log } from '../runtime/log.ts'
import type { Settings } from '../runtime/settings/settings.ts'
import { takeJsonBodies } from './input/json-bodies.ts'
import { createValidation } from './input/validation.ts'
import { rawProblem, sendProblem } from './plugins/problems.ts'
import { requestIdOf } from './plugins/request-id.ts'
import { readTlsFiles } from './tls.ts'

const HOST_CHECKED = { requireHostHeader: false }

/** The HTTP server of the API without plugins and routes: its limits, how it reads requests, and how it fails. */
export function createApp(settings: Settings, log: Log): FastifyInstance {
  const tls = readTlsFiles(settings)
  // The host plugin refuses a request without Host, and says why.
  const listening = tls === undefined ? { http: HOST_CHECKED } : { https: { ...tls, ...HOST_CHECKED } }
  const app = fastify({
    ...(listening as { http: typeof HOST_CHECKED }),
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: requestIdOf,
    requestIdHeader: false,
    bodyLimit: 256 * 1024,
    requestTimeout: 30_000,
    // Node closes a connection on which no byte has moved for this long.
    connectionTimeout: 30_000,
    keepAliveTimeout: 65_000,
    forceCloseConnections: 'idle',
    trustProxy: settings.trusted_proxies.length === 0 ? false : [...settings.trusted_proxies],
    rewriteUrl: (request) => routedUrl(request.url ?? '/'),
    routerOptions: { maxParamLength: 400, ignoreTrailingSlash: true },
    frameworkErrors: (error, request, reply) => {
      reply.header('x-request-id', request.id)
      sendProblem(error, request, reply)
    },
    clientErrorHandler: (error, socket) => {
      if (error.code === 'ECONNRESET' || !socket.writable) return socket.destroy()
      socket.end(rawProblem(error.code === 'HPE_HEADER_OVERFLOW' ? 431 : 400))
    },
  })
  // Answers are ready JSON or small; a test checks each against its schema. A compiled serializer would parse
  // it again.
  app.setSerializerCompiler(() => JSON.stringify)
  app.setValidatorCompiler(createValidation())
  takeJsonBodies(app)
  return app
}

/** Gives the address for routing. */
function routedUrl(url: string): string {
  const [path = ''] = url.split(/[?#]/, 1)
  return `${withWholeIds(path)}${url.slice(path.length)}`
}

/**
 * `/v1/bills/ocd-bill/<uuid>` means the bill with that ocd_id, in any case. Its slash is part of the id,
 * although users who paste an id do not encode it.
 */
const withWholeIds = (path: string): string =>
  path.replace(
    /\/(ocd-(?:division|jurisdiction)(?:\/[a-z_]+:[^/]+)+(?:\/government)?|ocd-[a-z-]+\/[0-9a-f-]{36})(?=\/|$)/i,
    (_, id: string) => `/${id.replaceAll('/', '%2F')}`,
  )
