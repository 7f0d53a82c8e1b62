import type { IncomingMessage } from 'node:http'
import { fastifyPlugin } from 'fastify-plugin'
import { invalidParameter, type ProblemError, problem } from '../http/problem.ts'
import { shownValue } from '../input/accepted-values.ts'

/** A name, an IPv4 address or an IPv6 address in brackets, with or without a port. */
const HOST = /^(?:\w[\w.-]{0,253}|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/i

/**
 * Refuses a request with no Host header, two of them, or an invalid one, as RFC 9112 3.2 demands. If there
 * are two, proxies disagree on which counts, and node takes the first.
 */
export const host = fastifyPlugin(
  async (app) => {
    app.addHook('onRequest', ({ raw }, _reply, done) => {
      done(refusedHost(raw))
    })
  },
  { name: 'host', dependencies: ['problems'] },
)

function refusedHost({ rawHeaders, httpVersion }: IncomingMessage): ProblemError | undefined {
  // Names and values alternate.
  const [given, ...more] = rawHeaders.filter(
    (_, index) => index % 2 === 1 && rawHeaders[index - 1]!.toLowerCase() === 'host',
  )
  if (more.length > 0) {
    const detail = `Host was given ${more.length + 1} times.`
    return problem(400, 'repeated_parameter', detail, { errors: [{ parameter: 'Host', detail }] })
  }
  if (given === undefined)
    return httpVersion === '1.0' ? undefined : invalidParameter('Host', 'Host is missing; it must be a host.')
  if (HOST.test(given)) return undefined
  return invalidParameter(
    'Host',
    `Host is ${shownValue(given)}; it must be a host such as api.example.com or 127.0.0.1:8080.`,
  )
}
