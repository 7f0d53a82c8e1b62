import { LRUCache } from 'lru-cache'
import type { Located, Locator, LookupInput } from '../../locate/lookup/located.ts'
import { createPrivateKeys } from '../../locate/read/private-keys.ts'
import { upTo } from '../../runtime/cache-room.ts'

const ENTRIES = 20_000

export type LocatedCache = {
  /** `version`: that of the data, whose reading began after the lookup. */
  locate(version: Promise<number>, input: LookupInput, options: { readonly as_of: string }): Promise<Located>
}

/** Remembers results of lookups of one version in memory, under keys without addresses. */
export function createLocatedCache(locator: Locator): LocatedCache {
  const keyOf = createPrivateKeys()
  const known = new LRUCache<string, Located>(upTo(ENTRIES))
  let known_version: number | undefined

  function useVersion(version: number): void {
    if (version !== known_version) known.clear()
    known_version = version
  }

  return {
    async locate(version, input, options) {
      const key = keyOf([options.as_of, input])
      if (known_version === undefined || known.has(key)) useVersion(await version)
      const remembered = known.get(key)
      if (remembered !== undefined) return remembered
      // What is found from now on is not older than this version, even if the one that is being read is newer.
      const before = known_version
      const [current, located] = await Promise.all([version, locator.locate(input, options)])
      useVersion(current)
      if (current === before && isLasting(located)) known.set(key, located)
      return located
    },
  }
}

/** An outside geocoder that did not answer may answer next time. */
const isLasting = (located: Located): boolean => located.matched || located.reason !== 'no_coverage'
