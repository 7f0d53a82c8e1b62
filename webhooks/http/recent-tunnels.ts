import type { Clock } from '../../runtime/clock.ts'

/** To whom a proxy has lately opened tunnels: what tells a proxy that has failed from an endpoint that is not there. */
export type RecentTunnels = {
  note(host: string): void
  /** Whether another host was reached through it just now. */
  servesOthersThan(host: string): boolean
}

const RECENT_MS = 10_000

type RecentTunnel = { readonly host: string; readonly at_ms: number }

export function createRecentTunnels(clock: Clock): RecentTunnels {
  // The last host, and the last one that is another than that.
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
