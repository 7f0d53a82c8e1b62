import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { LOOKUP_SESSION } from '../../../api/read-schema/databases.ts'
import { type House, housesOf, spellingsOf } from '../../../corpus/county/addresses.ts'
import { drawCounty, writeCounty } from '../../../corpus/county/write-county.ts'
import { boundaries } from '../../../ingest/sources/boundaries/index.ts'
import { tiger } from '../../../ingest/sources/tiger/index.ts'
import { createLocator } from '../../../locate/lookup/locator.ts'
import { createDatabase } from '../../../runtime/postgres/postgres.ts'
import { cleanUp } from '../../support/harness/clean-up.ts'
import { NIGHTLY } from '../../support/harness/nightly.ts'
import { createGeoWorld } from '../../support/locate/geo-world.ts'

// At night it has 10,000 segments and more.
const blocks = NIGHTLY ? 72 : 20
const county = drawCounty({ blocks_x: blocks, blocks_y: blocks }, 15)
const maps = [...county.maps, ...county.later_maps]
const LOOKUPS = NIGHTLY ? 20_000 : 500

const TIMEOUT_MS = NIGHTLY ? 3_600_000 : 120_000

describe('a generated county', () => {
  it(
    'gives each address its district on both maps, or none, but never another',
    async () => {
      const folder = await mkdtemp(join(tmpdir(), 'legislog-county-'))
      cleanUp(() => rm(folder, { recursive: true, force: true }))
      await writeCounty(folder, county)
      const world = await createGeoWorld()
      await world.ingest(tiger, folder)
      await world.ingest(boundaries, folder)
      const done = await world.load()
      expect(done).toMatchObject({
        shapes: { failed: 0 },
        releases: { loaded: 1, failed: 0 },
        rows: { rejected: 0 },
      })
      const database = createDatabase(world.settings, { session: LOOKUP_SESSION })
      cleanUp(() => database.end())
      const { locate } = createLocator({ database })
      const counts = { first: { complete: 0, matched: 0 }, later: { complete: 0, matched: 0 } }
      const wrong: unknown[] = []
      for (const { text, house, is_complete } of spellings()) {
        for (const [map, day] of [
          ['first', '2026-06-01'],
          ['later', '2027-06-01'],
        ] as const) {
          const located = await locate({ address: text }, { as_of: day })
          if (is_complete) counts[map].complete += 1
          if (!located.matched) continue
          if (is_complete) counts[map].matched += 1
          for (const tier of ['upper', 'lower'] as const) {
            const kind = tier === 'upper' ? 'sldu' : 'sldl'
            const ids = located.divisions
              .filter((each) => each.tier === kind)
              .map(({ division_id }) => division_id)
            const code = house.districts[`${map} ${tier}`]!.replace(/^0+/u, '')
            if (ids.join() !== `ocd-division/country:us/state:zz/${kind}:${code}`)
              wrong.push([text, map, ids, code])
          }
        }
      }
      expect(wrong).toEqual([])
      expect(counts.first.complete).toBeGreaterThan(LOOKUPS / 2)
      expect(counts.first.matched / counts.first.complete).toBeGreaterThan(0.99)
      // Lines of the later map cut faces and ranges of the first one: addresses beside them are refused.
      expect(counts.later.matched / counts.later.complete).toBeGreaterThan(0.95)
    },
    TIMEOUT_MS,
  )
})

function* spellings(): Generator<{ text: string; house: House; is_complete: boolean }> {
  const houses = [...housesOf(county.segments, maps, { each: 1, seed: 3 })]
  // Every spelling in turn: no multiple of two or three, since each house has six.
  const step = Math.max(1, 6 * Math.floor((houses.length * 6) / LOOKUPS / 6) + 1)
  let at = 0
  for (const house of houses) {
    for (const spelling of spellingsOf(house)) {
      at += 1
      if (at % step === 0) yield { ...spelling, house }
    }
  }
}
