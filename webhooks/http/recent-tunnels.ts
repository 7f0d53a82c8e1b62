import type { Clock } from '../../runtime/clock.ts'

/**
 * The hosts to which a proxy opened tunnels recently. They show whether the proxy has failed or an endpoint is down.
 */
type RecentTunnels = {
  note(host: string): void
  /** Says if the proxy recently reached another host. */
  servesOthersThan(host: string): boolean
}

const RECENT_MS = 10_000

type RecentTunnel = { readonly host: string; readonly at_ms: number }

export function createRecentTunnels(clock: Clock): RecentTunnels {
  // The last host, and the last different host before it.
  let last: RecentTunnel | undefined
  let other: RecentTunnel | undefined
  return {
    note(host) {
      if (last?.host !== host) other = last
      last = { host, at_ms: clock.now().getTime() }
    },
    servesOthersThan(host) {
      const served = last?.host === host ? other : last
      return served !== undefined && clock.now().getTime() - served.at_ms <= RECENT_MS
    },
  }
}
