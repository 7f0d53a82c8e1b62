import { describe, expect, it } from 'vitest'
import { tiger } from '../../../../ingest/sources/tiger/index.ts'
import { realData } from '../../../support/harness/real-data.ts'
import { createIngestWorld, typesOf } from '../../../support/ingest/ingest-world.ts'
import { releasesIn } from '../../../support/source-records/address-objects.ts'
import { faultsOf } from '../../../support/source-records/part-schemas.ts'
import { readSourceText } from '../../../support/source-records/read-source.ts'
import { createTestDatabase } from '../../../support/stores/database.ts'

const folder = realData('addresses/tiger2021-addrfeat-30059')

describe.skipIf(folder === undefined)('Meagher County of TIGER/Line 2021', () => {
  it('is read without a rejected row', async () => {
    const { items, observations, rejections } = await readSourceText(tiger, folder!)
    expect(rejections).toEqual([])
    expect(observations.flatMap(faultsOf)).toEqual([])
    const [release] = releasesIn(items)
    expect(release).toMatchObject({
      area: 'ocd-division/country:us/state:mt/county:meagher',
      vintage: '2021',
      name: 'tiger-2021-30059',
      rows: 1313,
      rejected: 0,
      maps: { upper: null, lower: null, congress: null },
    })
    const rows = release!.rowsOf('ranges')
    const numbered = rows.filter(({ from }) => from !== null)
    const descending = numbered.filter(({ from, to }) => Number(from) > Number(to))
    const names = Map.groupBy(rows, ({ tlid }) => tlid)
    const underTwoNames = [...names.values()].filter(
      (some) => new Set(some.map(({ street }) => street)).size > 1,
    )
    expect({
      segments: names.size,
      numbered: numbered.length,
      descending: descending.length,
      under_two_names: underTwoNames.length,
      streets: new Set(rows.map(({ street }) => street)).size,
      zips: new Set(numbered.map(({ zip5 }) => zip5)).size,
      without_a_face: rows.filter(({ tfid }) => tfid === null).length,
      left_descending: descending.filter(({ side }) => side === 'L').length,
    }).toEqual({
      segments: 593,
      numbered: 440 + 438,
      descending: 217 + 218,
      left_descending: 217,
      under_two_names: 35,
      streets: 227,
      zips: 7,
      without_a_face: 0,
    })
  })

  it('is emitted once', async () => {
    const { database, settings } = await createTestDatabase()
    const ingesting = await createIngestWorld(database, settings)
    const { items } = await readSourceText(tiger, folder!)
    expect(await ingesting.run(items, { name: 'tiger' })).toMatchObject({
      by_type: { 'address_release.loaded': 1 },
    })
    expect(typesOf(await ingesting.emitted())).toEqual(['address_release.loaded'])
    expect(await ingesting.run(items, { name: 'tiger' })).toMatchObject({ events: 0, unchanged: 1 })
  }, 60_000)
})
