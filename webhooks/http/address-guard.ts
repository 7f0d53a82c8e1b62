import { type LookupAddress, type LookupAllOptions, lookup as systemLookup } from 'node:dns'
import { isIP } from 'node:net'
import { domainToUnicode } from 'node:url'
import { isLoopbackAddress, isPublicAddress } from '../../runtime/http/public-address.ts'
import { LegislogError } from '../../schemas/errors.ts'
import { bare } from './connection-rules.ts'

/** Resolves a name to all its addresses: node's `dns.lookup`, or scripted answers in tests. */
export type Resolver = (
  hostname: string,
  options: LookupAllOptions,
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void

type LookupCallback = (
  error: NodeJS.ErrnoException | null,
  address: string | LookupAddress[],
  family?: number,
) => void

export type AddressGuard = {
  /**
   * Returns the address in its normal form. Throws `endpoint_invalid` or `blocked_address`. Opens and resolves
   * nothing.
   */
  checkUrl(text: string): URL
  /**
   * Throws `blocked_address` if a name resolves to a forbidden address, so that creating the endpoint fails with a
   * clear error. A name that does not resolve yet passes: each attempt checks again.
   */
  checkName(hostname: string): Promise<void>
  isAllowed(address: string): boolean
  /**
   * A lookup for `net.connect`: the connection uses the same answer that was checked. One forbidden address refuses
   * all.
   */
  lookup(hostname: string, options: { all?: boolean; family?: unknown }, callback: LookupCallback): void
}

const MAX_URL_LENGTH = 2_048
const MAX_CHECK_MS = 2_000

/** Ports under 1024 are refused except these, and so are the ports of other protocols that fetch refuses. */
const lowPorts = new Set([443, 8443])
const badPorts = new Set([
  1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697,
  10080,
])

/** `allow_insecure` allows http and loopback addresses, and nothing else: for local trials. */
export function createAddressGuard(options: { allow_insecure: boolean; resolver?: Resolver }): AddressGuard {
  const resolve: Resolver = options.resolver ?? systemLookup
  const isAllowed = (address: string) =>
    isPublicAddress(address) || (options.allow_insecure && isLoopbackAddress(address))

  const guard: AddressGuard = {
    isAllowed,
    checkUrl(text) {
      const url = parse(text)
      if (url.protocol !== 'https:' && !(options.allow_insecure && url.protocol === 'http:'))
        refuse('endpoint_invalid', 'a webhook address must begin with https://')
      if (url.username !== '' || url.password !== '')
        refuse('endpoint_invalid', 'a webhook address may not contain a user name or password')
      if (url.hash !== '') refuse('endpoint_invalid', 'a webhook address may not have a fragment (#…)')
      checkHost(hostOf(url), options.allow_insecure)
      checkPort(url, options.allow_insecure)
      return url
    },
    checkName(hostname) {
      return new Promise((done, fail) => {
        const timer = setTimeout(done, MAX_CHECK_MS)
        guard.lookup(hostname, { all: true }, (error) => {
          clearTimeout(timer)
          if (error instanceof LegislogError) fail(error)
          else done()
        })
      })
    },
    lookup(hostname, { all, family }, callback) {
      const wanted = family === 4 || family === 6 ? { family } : {}
      resolve(hostname, { ...wanted, all: true }, (error, addresses) => {
        if (error !== null) return callback(error, '')
        const first = addresses[0]
        if (first === undefined || !addresses.every(({ address }) => isAllowed(address)))
          return callback(blocked(), '')
        if (all === true) return callback(null, addresses)
        callback(null, first.address, first.family)
      })
    },
  }
  return guard
}

/** The message does not contain the address: a caller must not learn the address behind a name. */
export function blocked(): LegislogError {
  return new LegislogError('blocked_address', 'the address is not public')
}

/** The host without brackets and without the final dot of a fully qualified name. */
export function hostOf(url: URL): string {
  return bare(url.hostname).replace(/\.$/, '')
}

function parse(text: string): URL {
  if (text.length > MAX_URL_LENGTH)
    refuse('endpoint_invalid', `a webhook address has at most ${MAX_URL_LENGTH} characters`)
  const url = URL.parse(text)
  if (url === null)
    refuse('endpoint_invalid', 'a webhook address must be a URL such as https://example.com/hook')
  return url
}

/** WHATWG parsing has already turned every spelling of an IPv4 address (hex, octal, one number) into four numbers. */
function checkHost(host: string, allowInsecure: boolean): void {
  if (allowInsecure && (host === 'localhost' || isLoopbackAddress(host))) return
  if (isIP(host) !== 0) refuse('blocked_address', 'a webhook address must name a host, not an IP address')
  if (!isHostName(host)) refuse('endpoint_invalid', `${JSON.stringify(host.slice(0, 80))} is not a host name`)
  const isLocal = !host.includes('.') || /(^|\.)(localhost|local|internal|home\.arpa)$/.test(host)
  if (isLocal) refuse('blocked_address', 'a webhook address must name a public host')
}

const MAX_NAME_LENGTH = 253
const LABEL = /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/

/**
 * Says if DNS accepts the name. WHATWG parsing accepts empty labels, overlong ones and invalid punycode, so
 * `localhost..` would pass as a public name.
 */
const isHostName = (host: string): boolean =>
  host.length <= MAX_NAME_LENGTH &&
  host.split('.').every((label) => LABEL.test(label) && !domainToUnicode(label).startsWith('xn--'))

function checkPort(url: URL, allowInsecure: boolean): void {
  if (url.port === '') return
  const port = Number(url.port)
  if (allowInsecure && port === 80) return
  if ((port < 1024 && !lowPorts.has(port)) || badPorts.has(port))
    refuse('endpoint_invalid', `a webhook address cannot use port ${port}`)
}

function refuse(code: 'endpoint_invalid' | 'blocked_address', message: string): never {
  throw new LegislogError(code, message)
}
