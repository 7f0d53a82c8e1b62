import { describe, expect, it } from 'vitest'
import type { Observation } from '../../../../ingest/source-interface/observation.ts'
import type { SourceItem } from '../../../../ingest/source-interface/source.ts'
import { boundaries } from '../../../../ingest/sources/boundaries/index.ts'
import { termStarts } from '../../../../ingest/sources/boundaries/term-starts.ts'
import { ocdDivisions } from '../../../../ingest/sources/ocd-divisions/index.ts'
import { openstatesPeople } from '../../../../ingest/sources/openstates-people/index.ts'
import { collect } from '../../../support/harness/collect.ts'
import { everyNth, NIGHTLY } from '../../../support/harness/nightly.ts'
import { realData } from '../../../support/harness/real-data.ts'
import { createIngestWorld, typesOf } from '../../../support/ingest/ingest-world.ts'
import { faultsOf } from '../../../support/source-records/part-schemas.ts'
import { createTestDatabase } from '../../../support/stores/database.ts'

const files = realData('boundaries')
const lists = realData('ocd-division-ids')
const people = realData('openstates-people/legislature.tar.gz')
const started_at = '2026-11-28T00:00:00Z'

const observationsIn = (items: readonly SourceItem[]): Observation[] =>
  items.flatMap((item) => (item.kind === 'observed' ? item.group : []))

describe.skipIf(files === undefined || lists === undefined || people === undefined)(
  'the published boundaries',
  () => {
    const read = () => collect(boundaries.read({ paths: [files!], started_at }))

    it('are all read, under ids from the lists of divisions except for some villages', async () => {
      const items = await read()
      expect(items.filter(({ kind }) => kind === 'rejected')).toEqual([])
      const observed = observationsIn(items)
      expect(everyNth(7, observed).flatMap(faultsOf)).toEqual([])
      expect(new Set(observed.map(({ key }) => key)).size).toBe(observed.length)
      const emitted = observed.map(
        ({ parts }) => (parts as { boundary: { division_id: string; release: string } }).boundary,
      )
      const counts = Object.fromEntries(
        [...Map.groupBy(emitted, ({ release }) => release)].map(([release, some]) => [release, some.length]),
      )
      expect(counts).toEqual({
        'census-cd-119': 437,
        'census-sld-2024': 670,
        'census-place-2019': 121,
        'dc-wards-2012': 8,
        'dc-wards-2022': 8,
        aclu: 83,
        'aclu-display': 1,
        'aclu-cd-115-display': 15,
      })
      const known = new Set<string>()
      for await (const item of ocdDivisions.read({ paths: [lists!], started_at })) {
        for (const { parts } of observationsIn([item])) {
          known.add((parts as { division: { division_id: string } }).division.division_id)
        }
      }
      const unknown = emitted.filter(({ division_id }) => !known.has(division_id))
      // Villages of Vermont: the Census lists them as places, the lists put them in their county or omit them.
      expect(unknown.filter(({ release }) => release !== 'census-place-2019')).toEqual([])
      expect(unknown).toHaveLength(44)
    }, 60_000)

    it('are emitted once', async () => {
      const { database, settings } = await createTestDatabase()
      const ingesting = await createIngestWorld(database, settings)
      const some = (await read()).filter((_, index) => index % 20 === 0)
      const counts = await ingesting.run(some, { name: 'boundaries' })
      expect(counts).toMatchObject({ entities: some.length, by_type: { 'boundary.loaded': some.length } })
      expect(new Set(typesOf(await ingesting.emitted()))).toEqual(new Set(['boundary.loaded']))
      expect(await ingesting.run(some, { name: 'boundaries' })).toMatchObject({
        events: 0,
        unchanged: some.length,
      })
    }, 60_000)

    // Reads every legislator.
    it.runIf(NIGHTLY)(
      'take effect on the day when most members elected by them took office',
      async () => {
        const days = new Map<string, string[]>()
        for await (const item of openstatesPeople.read({ paths: [people!], started_at })) {
          for (const { jurisdiction, parts } of observationsIn([item])) {
            const { roles = [] } =
              (parts as { person?: { roles: { start_date: string | null }[] } }).person ?? {}
            const begun = roles.flatMap(({ start_date }) => start_date ?? [])
            const that_winter = begun.filter((day) => day >= '2024-11-01' && day < '2025-02-01')
            days.set(jurisdiction, [...(days.get(jurisdiction) ?? []), ...that_winter])
          }
        }
        for (const [state, day] of Object.entries(termStarts['2024']!)) {
          const begun = days.get(`ocd-division/country:us/state:${state}`) ?? []
          expect([state, begun.filter((one) => one === day).length > begun.length / 2]).toEqual([state, true])
        }
      },
      60_000,
    )
  },
)
