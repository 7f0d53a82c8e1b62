import { LRUCache } from 'lru-cache'
import type { Located, Locator } from '../../locate/lookup/located.ts'
import { readVersion } from '../../locate/read/known.ts'
import { createPrivateKeys } from '../../locate/read/private-keys.ts'
import type { Clock } from '../../runtime/clock.ts'
import type { Queryable } from '../../runtime/postgres/postgres.ts'

const ENTRIES = 20_000
/** An answer is at most this much older than a change of the releases. */
const CHECK_MS = 2_000

/**
 * Remembers results of lookups in memory, under keys without addresses. It is emptied when a release of addresses or a map
 * is loaded, replaced or withdrawn.
 */
export function withLocatedCache(
  locator: Locator,
  options: { readonly database: Queryable; readonly clock: Clock },
): Locator {
  const { database, clock } = options
  const keyOf = createPrivateKeys()
  const known = new LRUCache<string, Located>({ max: ENTRIES })
  let version: number | undefined
  let checked_at_ms = Number.NEGATIVE_INFINITY
  let checking: Promise<void> | undefined

  async function refresh(): Promise<void> {
    const now_ms = clock.now().getTime()
    const current = await readVersion(database)
    if (current !== version) known.clear()
    version = current
    checked_at_ms = now_ms
  }

  /** Reads the version once for all lookups that wait. If the clock is set back, the next check is not delayed. */
  async function check(): Promise<void> {
    if (Math.abs(clock.now().getTime() - checked_at_ms) < CHECK_MS) return
    checking ??= refresh().finally(() => {
      checking = undefined
    })
    await checking
  }

  return {
    async locate(input, lookup) {
      await check()
      const before = version
      const key = keyOf([lookup.as_of, input])
      const remembered = known.get(key)
      if (remembered !== undefined) return remembered
      const located = await locator.locate(input, lookup)
      if (version === before && isLasting(located)) known.set(key, located)
      return located
    },
  }
}

/** An outside geocoder that did not answer may answer next time. */
const isLasting = (located: Located): boolean => located.matched || located.reason !== 'no_coverage'
