import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'

type Call = Pick<InjectOptions, 'url' | 'payload' | 'headers' | 'remoteAddress'> & {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
}

/** The host of calls inside of this process. It is never the one of PUBLIC_ORIGIN, at which the API does not answer. */
const INSIDE = 'api.invalid'

/** Calls the public API inside of this process, with the rights of the caller and no more. */
export const callApi = (app: FastifyInstance, call: Call): Promise<LightMyRequestResponse> =>
  app.inject({ ...call, headers: { ...call.headers, host: INSIDE } })

/** The same for an answer that is too long to wait for its end. */
export const openApiStream = (app: FastifyInstance, call: Call): Promise<LightMyRequestResponse> =>
  app.inject({ ...call, headers: { ...call.headers, host: INSIDE }, payloadAsStream: true })
