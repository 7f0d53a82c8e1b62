import { isIP, type Socket } from 'node:net'
import { buildConnector } from 'undici'
import type { Clock } from '../../runtime/clock.ts'
import { within } from '../../runtime/within.ts'
import { type AddressGuard, blocked } from './address-guard.ts'
import { bare, tlsRules } from './connection-rules.ts'
import type { EgressProxy } from './egress-proxy.ts'
import { timeoutError } from './outcome.ts'
import { isProxyFault, ProxyError } from './proxy-failure.ts'
import { createRecentTunnels } from './recent-tunnels.ts'
import { openTunnel } from './tunnel.ts'

/** Most addresses of a name that are tried through the proxy. */
const MAX_ADDRESSES = 4

/**
 * Connects through a proxy by the same rules as without one. This process resolves the name, checks every address, and
 * asks the proxy for a checked address. TLS runs inside the tunnel, with the endpoint's name and certificate.
 */
export function createProxiedConnector(options: {
  proxy: EgressProxy
  guard: AddressGuard
  clock: Clock
  connect_ms: number
}): buildConnector.connector {
  const { proxy, guard, connect_ms } = options
  const secure = buildConnector({ ...tlsRules, timeout: connect_ms })
  const served = createRecentTunnels(options.clock)

  async function open(wanted: buildConnector.Options): Promise<Socket> {
    const end_ms = performance.now() + connect_ms
    const left_ms = () => Math.max(end_ms - performance.now(), 0)
    const host = bare(wanted.hostname)
    const addresses = await within(left_ms(), checkedAddresses(guard, host), refuseLate)
    const port = Number(wanted.port) || (wanted.protocol === 'https:' ? 443 : 80)
    const socket = await tunnelTo(host, addresses, port, left_ms)
    if (wanted.protocol !== 'https:') return socket
    const secured = new Promise<Socket>((done, fail) => {
      secure({ ...wanted, httpSocket: socket }, (...[error, overTls]) => {
        if (error === null) done(overTls)
        else fail(error)
      })
    })
    return within(left_ms(), secured, () => {
      socket.destroy()
      return refuseLate()
    })
  }

  /**
   * Tries one address after the other. Each but the last gets half of the remaining time, because it may never
   * answer.
   */
  async function tunnelTo(
    host: string,
    addresses: readonly string[],
    port: number,
    left_ms: () => number,
  ): Promise<Socket> {
    for (const [index, address] of addresses.entries()) {
      const isLast = index === addresses.length - 1
      const opened = await openTunnel(proxy, { address, port }, isLast ? left_ms() : left_ms() / 2)
      if ('socket' in opened) {
        served.note(host)
        return opened.socket
      }
      if (isLast || isProxyFault(opened.failure))
        throw new ProxyError(opened.failure, served.servesOthersThan(host))
    }
    throw blocked()
  }

  return (wanted, callback) => {
    open(wanted).then(
      (socket) => callback(null, socket),
      (error: Error) => callback(error, null),
    )
  }
}

/** IPv4 first: many proxies only reach IPv4, and the addresses are not tried in parallel. */
function checkedAddresses(guard: AddressGuard, host: string): Promise<readonly string[]> {
  return new Promise((done, fail) => {
    if (isIP(host) !== 0) return guard.isAllowed(host) ? done([host]) : fail(blocked())
    guard.lookup(host, { all: true }, (error, found) => {
      if (error !== null) return fail(error)
      const addresses = typeof found === 'string' ? [] : found.toSorted((a, b) => a.family - b.family)
      done(addresses.slice(0, MAX_ADDRESSES).map(({ address }) => address))
    })
  })
}

function refuseLate(): never {
  throw timeoutError()
}
