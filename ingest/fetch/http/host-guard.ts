import { lookup as resolve } from 'node:dns'
import type { LookupFunction } from 'node:net'
import { isPublicAddress } from '../../../runtime/http/public-address.ts'

/** A host in a private network, or on this machine, that no setting names. */
export class PrivateHost extends Error {
  constructor(host: string) {
    super(`leads to ${host}, which is no host of the public internet`)
    this.name = 'PrivateHost'
  }
}

export type HostGuard = {
  /** Throws PrivateHost for a numeric address. Names are checked when they are resolved. */
  readonly check: (url: URL) => void
  /** A lookup for `net.connect`, so that the checked address is the one that is connected to. */
  readonly lookup: LookupFunction
}

/**
 * Restricts redirects of a publisher and links in its records to the public internet and to the hosts in the
 * settings. A link in a record must not make us read what only we can reach.
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
