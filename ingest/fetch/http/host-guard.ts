import { lookup as resolve } from 'node:dns'
import type { LookupFunction } from 'node:net'
import { isPublicAddress } from '../../../runtime/http/public-address.ts'

/** A host that nobody in the settings has named and that stands in a private network, or on this machine. */
export class PrivateHost extends Error {
  constructor(host: string) {
    super(`leads to ${host}, which is no host of the public internet`)
    this.name = 'PrivateHost'
  }
}

export type HostGuard = {
  /** Throws PrivateHost. Of a numeric address: names are looked at when they are resolved. */
  readonly check: (url: URL) => void
  /** For `net.connect`: the answer that is checked is the one that is connected to. */
  readonly lookup: LookupFunction
}

/**
 * Where a publisher's redirects and the links in its records may lead: to the public internet, and to the hosts of the
 * addresses in the settings, wherever those are. What a record names must not make us read what only we can reach.
 */
export function createHostGuard(ownHosts: readonly string[]): HostGuard {
  const own = new Set(ownHosts)
  return {
    check({ hostname }) {
      const host = hostname.replace(/^\[|\]$/gu, '')
      const isNumeric = /^[\d.]+$|:/u.test(host)
      if (isNumeric && !own.has(hostname) && !isPublicAddress(host)) throw new PrivateHost(host)
    },
    lookup(hostname, options, callback) {
      resolve(hostname, { ...options, all: true }, (error, addresses) => {
        if (error !== null) return callback(error, '')
        const isAllowed = own.has(hostname) || addresses.every(({ address }) => isPublicAddress(address))
        const [first] = addresses
        if (!isAllowed || first === undefined) return callback(new PrivateHost(hostname), '')
        if (options.all === true) return callback(null, addresses)
        callback(null, first.address, first.family)
      })
    },
  }
}
