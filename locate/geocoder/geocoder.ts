import { Agent, request } from 'undici'
import type { Clock } from '../../runtime/clock.ts'
import { readBodyText } from '../../runtime/http/body-text.ts'
import type { Log } from '../../runtime/log.ts'
import { Breaker } from './breaker.ts'
import { type GeocodedPosition, readCensusAnswer } from './census-answer.ts'

/** An outside service that knows positions of addresses for which no data is loaded. */
export type Geocoder = {
  /**
   * The positions that the service gives; empty if it knows none. undefined: it did not answer in time, or is not asked
   * now. Throws nothing. The address is in no log.
   */
  readonly geocode: (address: string) => Promise<readonly GeocodedPosition[] | undefined>
  readonly close: () => Promise<void>
}

const TIMEOUT_MS = 2_000
/** A service answers with a few matches. */
const MAX_BYTES = 256 * 1024

/** `url`: of a service with the paths of the Census geocoder. Redirects are not followed. */
export function createGeocoder(options: {
  readonly url: string
  readonly clock: Clock
  readonly log: Log
}): Geocoder {
  const { log } = options
  const breaker = new Breaker(options.clock)
  const agent = new Agent({ connections: 8, connectTimeout: TIMEOUT_MS })
  const base = new URL('locations/onelineaddress', options.url.replace(/\/*$/u, '/'))

  return {
    async geocode(address) {
      if (!breaker.mayCall()) return undefined
      try {
        const positions = await ask(base, address, agent)
        breaker.report(true)
        return positions
      } catch (error) {
        breaker.report(false)
        log.warn({ reason: reasonOf(error) }, 'the geocoder did not answer')
        return undefined
      }
    },
    close: () => agent.destroy(),
  }
}

async function ask(base: URL, address: string, agent: Agent): Promise<readonly GeocodedPosition[]> {
  const url = new URL(base)
  url.searchParams.set('address', address)
  url.searchParams.set('benchmark', 'Public_AR_Current')
  url.searchParams.set('format', 'json')
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  const { statusCode, body } = await request(url, {
    dispatcher: agent,
    signal,
    headers: { accept: 'application/json' },
  })
  if (statusCode !== 200) {
    await body.dump({ limit: MAX_BYTES, signal })
    throw new Error(`status ${statusCode}`)
  }
  const text = await readBodyText(body, MAX_BYTES)
  if (text === undefined) throw new Error(`an answer over ${MAX_BYTES} bytes`)
  const positions = readCensusAnswer(JSON.parse(text))
  if (positions === undefined) throw new Error('an answer in another form')
  return positions
}

/** Messages of parsers and of HTTP clients quote what they read: only names and our own words are logged. */
function reasonOf(error: unknown): string {
  const { name, code, message } = error as { name?: string; code?: string; message?: string }
  if (name === 'SyntaxError') return 'an answer that is no JSON'
  if (name === 'TimeoutError' || name === 'AbortError') return `no answer within ${TIMEOUT_MS} ms`
  return code ?? (/^(?:status \d+|an answer )/u.test(message ?? '') ? message! : 'a failed request')
}
