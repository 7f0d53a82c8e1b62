import { LRUCache } from 'lru-cache'
import type { Located, Locator, LookupInput } from '../../locate/lookup/located.ts'
import { createPrivateKeys } from '../../locate/read/private-keys.ts'

const ENTRIES = 20_000

export type LocatedCache = {
  /** `version`: that of the data, read after the lookup began. */
  locate(version: number, input: LookupInput, options: { readonly as_of: string }): Promise<Located>
}

/** Remembers results of lookups of one version in memory, under keys without addresses. */
export function createLocatedCache(locator: Locator): LocatedCache {
  const keyOf = createPrivateKeys()
  const known = new LRUCache<string, Located>({ max: ENTRIES })
  let known_version: number | undefined

  return {
    async locate(version, input, options) {
      if (version !== known_version) known.clear()
      known_version = version
      const key = keyOf([options.as_of, input])
      const remembered = known.get(key)
      if (remembered !== undefined) return remembered
      const located = await locator.locate(input, options)
      if (known_version === version && isLasting(located)) known.set(key, located)
      return located
    },
  }
}

/** An outside geocoder that did not answer may answer next time. */
const isLasting = (located: Located): boolean => located.matched || located.reason !== 'no_coverage'
