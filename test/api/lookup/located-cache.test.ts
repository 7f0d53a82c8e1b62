import { beforeEach, describe, expect, it } from 'vitest'
import { withLocatedCache } from '../../../api/lookup/located-cache.ts'
import { bumpVersion } from '../../../locate/load/version.ts'
import type { Located, Locator, LookupInput } from '../../../locate/lookup/located.ts'
import { createManualClock } from '../../support/clocks/manual-clock.ts'
import { createKnownPlaces, foundIn, type KnownPlaces, notFound } from '../../support/fakes/known-places.ts'
import { createTestDatabase } from '../../support/stores/database.ts'

const { database } = await createTestDatabase()
const clock = createManualClock()
let found: Located
let places: KnownPlaces
let locator: Locator

beforeEach(() => {
  found = foundIn('wa', ['sldl:22'])
  places = createKnownPlaces(() => found)
  locator = withLocatedCache(places, { database, clock })
})

const locate = (input: LookupInput, asOf = '2026-01-01') => locator.locate(input, { as_of: asOf })
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

  it('is forgotten two seconds after a change of the data', async () => {
    await locate(here)
    await bumpVersion(database)
    found = foundIn('wa', ['sldl:23'])
    clock.advance(1_999)
    expect(await locate(here)).not.toBe(found)
    clock.advance(1)
    expect(await locate(here)).toBe(found)
  })

  it('is not remembered if the data changed during the lookup', async () => {
    const older = found
    places.before = async () => {
      places.before = () => {}
      await bumpVersion(database)
      clock.advance(2_000)
      await locate({ address: '2 Main St' })
    }
    expect(await locate(here)).toBe(older)
    found = foundIn('wa', ['sldl:23'])
    expect(await locate(here)).toBe(found)
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
