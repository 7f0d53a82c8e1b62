import { LRUCache } from 'lru-cache'
import type { Located, Locator } from '../../locate/lookup/located.ts'
import { createPrivateKeys } from '../../locate/read/private-keys.ts'

const ENTRIES = 20_000

/**
 * Remembers results of lookups in memory, under keys without addresses. `readVersion` reads the version of the data of
 * lookups after it is called, so that no answer is older than a change which was committed before the lookup.
 */
export function withLocatedCache(locator: Locator, readVersion: () => Promise<number>): Locator {
  const keyOf = createPrivateKeys()
  const known = new LRUCache<string, Located>({ max: ENTRIES })
  let known_version: number | undefined

  /** Forgets everything if the data changed. */
  function forgetOlder(version: number): void {
    if (version === known_version) return
    known.clear()
    known_version = version
  }

  return {
    async locate(input, lookup) {
      const version = await readVersion()
      forgetOlder(version)
      const key = keyOf([lookup.as_of, input])
      const remembered = known.get(key)
      if (remembered !== undefined) return remembered
      const located = await locator.locate(input, lookup)
      if (known_version === version && isLasting(located)) known.set(key, located)
      return located
    },
  }
}

/** An outside geocoder that did not answer may answer next time. */
const isLasting = (located: Located): boolean => located.matched || located.reason !== 'no_coverage'
