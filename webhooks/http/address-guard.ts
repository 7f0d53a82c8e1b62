import { type LookupAddress, type LookupAllOptions, lookup as systemLookup } from 'node:dns'
import { isIP } from 'node:net'
import { domainToUnicode } from 'node:url'
import { isLoopbackAddress, isPublicAddress } from '../../runtime/http/public-address.ts'
import { LegislogError } from '../../schemas/errors.ts'
import { bare } from './connection-rules.ts'

/** Resolves a name to all its addresses: node's `dns.lookup`, and in tests a script of answers. */
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
  /** The address in its normal form. Throws `endpoint_invalid` or `blocked_address`; opens nothing, resolves nothing. */
  checkUrl(text: string): URL
  /**
   * Throws `blocked_address` where a name resolves to an address that is not allowed: for a friendly answer when an
   * endpoint is made. A name that does not resolve yet passes; each attempt is checked again.
   */
  checkName(hostname: string): Promise<void>
  isAllowed(address: string): boolean
  /** For `net.connect`: the answer that is checked is the one that is connected to. Any bad address refuses all. */
  lookup(hostname: string, options: { all?: boolean; family?: unknown }, callback: LookupCallback): void
}

const MAX_URL_LENGTH = 2_048
const MAX_CHECK_MS = 2_000

/** Ports under 1024 other than these are refused, and of the rest those that fetch refuses as other protocols'. */
const lowPorts = new Set([443, 8443])
const badPorts = new Set([
  1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697,
  10080,
])

/** `allow_insecure` lets http and loopback through, and nothing else: for local trials. */
export function createAddressGuard(options: { allow_insecure: boolean; resolver?: Resolver }): AddressGuard {
  const resolve: Resolver = options.resolver ?? systemLookup
  const isAllowed = (address: string) =>
    isPublicAddress(address) || (options.allow_insecure && isLoopbackAddress(address))

  const guard: AddressGuard = {
    isAllowed,
    checkUrl(text) {
      const url = parse(text)
      if (url.protocol !== 'https:' && !(options.allow_insecure && url.protocol === 'http:'))
        refuse('endpoint_invalid', 'a webhook address begins with https://')
      if (url.username !== '' || url.password !== '')
        refuse('endpoint_invalid', 'a webhook address holds no user name or password')
      if (url.hash !== '') refuse('endpoint_invalid', 'a webhook address has no fragment (#…)')
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

/** Says nothing of the address: whoever registered the name must not learn where it leads. */
export function blocked(): LegislogError {
  return new LegislogError('blocked_address', 'the address is not a public one')
}

/** The host without brackets and without the dot that ends a full name. */
export function hostOf(url: URL): string {
  return bare(url.hostname).replace(/\.$/, '')
}

function parse(text: string): URL {
  if (text.length > MAX_URL_LENGTH)
    refuse('endpoint_invalid', `a webhook address has at most ${MAX_URL_LENGTH} characters`)
  const url = URL.parse(text)
  if (url === null) refuse('endpoint_invalid', 'a webhook address is a URL such as https://example.com/hook')
  return url
}

/** WHATWG parsing has already turned every spelling of an IPv4 address (hex, octal, one number) into four numbers. */
function checkHost(host: string, allowInsecure: boolean): void {
  if (allowInsecure && (host === 'localhost' || isLoopbackAddress(host))) return
  if (isIP(host) !== 0) refuse('blocked_address', 'a webhook address names a host, not an IP address')
  if (!isHostName(host)) refuse('endpoint_invalid', `${JSON.stringify(host.slice(0, 80))} is no host name`)
  const isLocal = !host.includes('.') || /(^|\.)(localhost|local|internal|home\.arpa)$/.test(host)
  if (isLocal) refuse('blocked_address', 'a webhook address names a public host')
}

const MAX_NAME_LENGTH = 253
const LABEL = /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/

/**
 * Whether DNS takes the name. WHATWG parsing lets through empty labels, overlong ones and those whose punycode stands for
 * nothing, so `localhost..` would pass for a public name.
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
