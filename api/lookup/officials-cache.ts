import { LRUCache } from 'lru-cache'
import { upTo } from '../../runtime/cache-room.ts'
import type { Official } from '../read-model/people/officials.ts'

/** Divisions with the people of their seats, a few kilobytes each. */
const DIVISIONS = 10_000

type Read = (divisionIds: readonly string[]) => Promise<readonly Official[]>

export type OfficialsCache = {
  /** `version`: that of the people, read after the lookup began. null: nothing is remembered. */
  of(version: string | null, divisionIds: readonly string[]): Promise<readonly Official[]>
}

/** Remembers the people of divisions, as long as no person changes. */
export function createOfficialsCache(read: Read): OfficialsCache {
  const known = new LRUCache<string, readonly Official[]>(upTo(DIVISIONS))
  let known_version: string | null = null

  return {
    async of(version, divisionIds) {
      if (version !== known_version) known.clear()
      known_version = version
      const found = new Map<string, readonly Official[]>()
      for (const id of divisionIds) {
        const people = known.get(id)
        if (people !== undefined) found.set(id, people)
      }
      const missing = divisionIds.filter((id) => !found.has(id))
      if (missing.length > 0) {
        const people = await read(missing)
        for (const id of missing) {
          const own = people.filter(({ roles }) => roles.some(({ division_id }) => division_id === id))
          found.set(id, own)
          if (version !== null && known_version === version) known.set(id, own)
        }
      }
      return withoutRepeats([...found.values()].flat())
    },
  }
}

/** Somebody who sat in several of the divisions is one person. */
const withoutRepeats = (people: readonly Official[]): readonly Official[] => [
  ...new Map(people.map((person) => [person.id, person])).values(),
]
