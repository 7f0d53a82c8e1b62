import { beforeEach, describe, expect, it } from 'vitest'
import { createLocatedCache, type LocatedCache } from '../../../api/lookup/located-cache.ts'
import { bumpVersion } from '../../../locate/load/version.ts'
import type { Located, LookupInput } from '../../../locate/lookup/located.ts'
import { readVersion } from '../../../locate/read/known.ts'
import { createKnownPlaces, foundIn, type KnownPlaces, notFound } from '../../support/fakes/known-places.ts'
import { createTestDatabase } from '../../support/stores/database.ts'

const { database } = await createTestDatabase()
let found: Located
let places: KnownPlaces
let cache: LocatedCache

beforeEach(() => {
  found = foundIn('wa', ['sldl:22'])
  places = createKnownPlaces(() => found)
  cache = createLocatedCache(places)
})

const locate = async (input: LookupInput, asOf = '2026-01-01') =>
  cache.locate(readVersion(database), input, { as_of: asOf })
const here = { address: '1 Main St' }

describe('the result of a lookup', () => {
  it('is remembered for the same input and day', async () => {
    for (let turn = 0; turn < 3; turn += 1) expect(await locate(here)).toBe(found)
    expect(places.asked).toHaveLength(1)
    await locate(here, '2026-01-02')
    await locate({ address: '2 Main St' })
    await locate({ latitude: 1, longitude: 2 })
    await locate({ latitude: 2, longitude: 1 })
    expect(places.asked).toHaveLength(5)
  })

  it('is never older than a committed change of the data', async () => {
    await locate(here)
    for (const district of [23, 24, 25]) {
      await bumpVersion(database)
      found = foundIn('wa', [`sldl:${district}`])
      expect(await Promise.all([locate(here), locate(here)])).toEqual([found, found])
      expect(await locate(here)).toBe(found)
    }
  })

  it('stays remembered while a change is not committed yet', async () => {
    await locate(here)
    const client = await database.connect()
    await client.query('BEGIN')
    await bumpVersion(client)
    expect(await locate(here)).toBe(found)
    await client.query('COMMIT')
    client.release()
    expect(places.asked).toHaveLength(1)
    await locate(here)
    expect(places.asked).toHaveLength(2)
  })

  it('is not remembered if the data changed during the lookup', async () => {
    const older = found
    places.before = async () => {
      places.before = () => {}
      await bumpVersion(database)
      await locate({ address: '2 Main St' })
    }
    expect(await locate(here)).toBe(older)
    found = foundIn('wa', ['sldl:23'])
    expect(await locate(here)).toBe(found)
  })

  it('is found while the version is read', async () => {
    await locate(here)
    const reading = Promise.withResolvers<number>()
    const there = { address: '2 Main St' }
    const located = cache.locate(reading.promise, there, { as_of: '2026-01-01' })
    expect(places.asked).toHaveLength(2)
    reading.resolve(await readVersion(database))
    expect(await located).toBe(found)
    expect(await locate(there)).toBe(found)
    expect(places.asked).toHaveLength(2)
  })

  it('is not remembered if the version that is read meanwhile is newer than the one before', async () => {
    await locate(here)
    const reading = Promise.withResolvers<number>()
    const older = found
    const there = { address: '2 Main St' }
    const located = cache.locate(reading.promise, there, { as_of: '2026-01-01' })
    await bumpVersion(database)
    found = foundIn('wa', ['sldl:23'])
    reading.resolve(await readVersion(database))
    expect(await located).toBe(older)
    expect(await locate(there)).toBe(found)
  })

  it('is not remembered without coverage: an outside geocoder may know the place next time', async () => {
    const place = found
    found = notFound('no_coverage')
    expect(await locate(here)).toBe(found)
    found = place
    expect(await locate(here)).toBe(place)
  })

  it('is not remembered if the lookup failed', async () => {
    places.before = () => {
      throw new Error('away')
    }
    await expect(locate(here)).rejects.toThrow('away')
    places.before = () => {}
    expect(await locate(here)).toBe(found)
  })
})
