import { LRUCache } from 'lru-cache'
import { upTo } from '../../runtime/cache-room.ts'
import type { Queryable } from '../../runtime/postgres/postgres.ts'
import type { AddressReading } from '../address/address.ts'
import { type Ranked, rankCandidates, rankNumbered } from '../match/rank.ts'
import { isMisspelled } from '../match/score.ts'
import { MOST_SIDES, readCandidates, readStreetKeys, type Wanted, wantedOf } from '../read/candidates.ts'
import type { FaceMethods, Known } from '../read/known.ts'
import { createNumberedReader } from '../read/numbered-candidates.ts'
import { createPrivateKeys } from '../read/private-keys.ts'

/** `uncovered`: no address of the place is loaded. `too_many`: a street with more sides than are judged. */
type Found = readonly Ranked[] | 'uncovered' | 'too_many'
/** With the version that was read last. null: nothing was read. */
export type FoundCandidates = { readonly version: number | null; readonly found: Found }

export type CandidateFinder = {
  /** Empty if there is no such address. */
  find(known: Known, readings: readonly AddressReading[], state: string | null): Promise<FoundCandidates>
}

/** ZIP codes and places with their names of streets, a few kilobytes each. */
const MOST_PLACES = 2_000
/** The names that resemble the one that was asked for. */
const MOST_ALIKE = 20

export function createCandidateFinder(database: Queryable): CandidateFinder {
  const keyOf = createPrivateKeys()
  const readNumbered = createNumberedReader(database)
  const streets = new LRUCache<string, readonly string[]>(upTo(MOST_PLACES))

  /** `version` is null if nothing was read. */
  async function streetKeys(
    knownVersion: number,
    wanted: Wanted,
  ): Promise<{ readonly version: number | null; readonly keys: readonly string[] }> {
    const cacheKey = keyOf([knownVersion, wanted.states, wanted.zips, wanted.places])
    const cached = streets.get(cacheKey)
    if (cached !== undefined) return { version: null, keys: cached }
    const { version, rows: keys } = await readStreetKeys(database, wanted)
    if (version === knownVersion) streets.set(cacheKey, keys)
    return { version, keys }
  }

  /**
   * If only the street is found, all of its sides count: also those in its ZIP codes that lie outside of the place, since
   * the city of an address is that of its post office.
   */
  async function rank(
    readings: readonly AddressReading[],
    wanted: Wanted,
    methods: FaceMethods,
  ): Promise<FoundCandidates> {
    if (wanted.keys.length === 0 || wanted.tables.length === 0) return { version: null, found: [] }
    const numbered = await readNumbered(wanted, methods)
    const decided = numbered.rows.length > MOST_SIDES ? null : rankNumbered(readings, numbered.rows)
    if (decided !== null) return { version: numbered.version, found: decided }
    const { version, rows: read } = await readCandidates(database, wanted, { methods })
    if (read.length > MOST_SIDES) return { version, found: 'too_many' }
    const ranked = rankCandidates(readings, read)
    if (ranked.every(({ level }) => level !== 'street')) return { version, found: ranked }
    const keys = [...new Set(ranked.map(({ candidate }) => candidate.street.key))]
    const zips = new Set(ranked.flatMap(({ candidate }) => candidate.zip5 ?? []))
    const everywhere = { ...wanted, keys, zips: [...new Set([...wanted.zips, ...zips])] }
    const sides = await readCandidates(database, everywhere, { methods, all_sides: true })
    return {
      version: sides.version,
      found:
        sides.rows.length > MOST_SIDES ? 'too_many' : rankCandidates(withZips(readings, zips), sides.rows),
    }
  }

  return {
    async find(known, readings, state) {
      const releases =
        state === null ? [...known.releases.values()].flat() : (known.releases.get(state) ?? [])
      if (releases.length === 0) return { version: null, found: 'uncovered' }
      const wanted = wantedOf(readings, releases)
      const methods = known.face_methods
      const ranked = await rank(readings, wanted, methods)
      if (ranked.found.length > 0) return ranked
      if (wanted.tables.length === 0) return { version: null, found: 'uncovered' }
      const { version, keys } = await streetKeys(known.version, wanted)
      const latest = version ?? ranked.version
      if (keys.length === 0) return { version: latest, found: 'uncovered' }
      const alike = keys
        .filter((key) => !wanted.keys.includes(key) && wanted.keys.some((asked) => isMisspelled(asked, key)))
        .toSorted()
        .slice(0, MOST_ALIKE)
      if (alike.length === 0) return { version: latest, found: [] }
      return rank(readings, { ...wanted, keys: [...wanted.keys, ...alike] }, methods)
    },
  }
}

/** Readings without a ZIP code may have each of these. */
const withZips = (
  readings: readonly AddressReading[],
  zips: ReadonlySet<string>,
): readonly AddressReading[] =>
  readings.flatMap((reading) =>
    reading.zip5 === null ? [reading, ...[...zips].map((zip5) => ({ ...reading, zip5 }))] : [reading],
  )
