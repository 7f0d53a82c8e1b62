import { describe, expect, it } from 'vitest'
import { openaddresses } from '../../../../ingest/sources/openaddresses/index.ts'
import { realData } from '../../../support/harness/real-data.ts'
import { releasesIn } from '../../../support/source-records/address-objects.ts'
import { faultsOf } from '../../../support/source-records/part-schemas.ts'
import { readSourceText } from '../../../support/source-records/read-source.ts'

const folder = realData('addresses/openaddresses-excerpts')

describe.skipIf(folder === undefined)('the excerpts of OpenAddresses', () => {
  it('are read in every layout, and rows without an address are counted', async () => {
    const { items, observations, rejections } = await readSourceText(openaddresses, folder!)
    expect(observations.flatMap(faultsOf)).toEqual([])
    const counts = releasesIn(items).map(({ name, area, rows, rejected }) => [
      ...[name.replace('openaddresses-us-', ''), area.replace('ocd-division/country:us/state:', '')],
      ...[rows, rejected],
    ])
    expect(counts).toEqual([
      ['ca-carson', 'ca/place:carson', 5, 1],
      ['mn-washington', 'mn/county:washington', 8, 2],
      ['pa-bucks', 'pa/county:bucks', 3, 3],
      ['pa-lancaster', 'pa/county:lancaster', 30, 0],
      ['tx-waco', 'tx/place:waco', 1, 0],
      ['ca-berkeley', 'ca/place:berkeley', 726, 20],
      ['wy-park', 'wy/county:park', 346, 0],
    ])
    // 25 lines of Brown County, without any address.
    expect(rejections.map(({ record, detail }) => [record.split('/').at(-1), detail])).toEqual([
      ['us-ks-brown-0.json', 'columns is "objectid, st_length(shape)", not of a layout that is known'],
    ])
  })

  it('give no name of an owner', async () => {
    const { items } = await readSourceText(openaddresses, folder!)
    const written = JSON.stringify([
      ...items.map((item) => (item.kind === 'observed' ? item.group : item)),
      ...releasesIn(items).flatMap((release) => release.rowsOf('points')),
    ])
    for (const owner of ['JOSLIN', 'SCHUMACHER', 'NIETO', 'HOLSTEN']) expect(written).not.toContain(owner)
  })

  it('lie in the state that their file or rows name', async () => {
    const boxes: Readonly<Record<string, readonly [number, number, number, number]>> = {
      'ca-carson': [-118.4, 33.7, -118.1, 34],
      'mn-washington': [-93.1, 44.7, -92.7, 45.4],
      'pa-bucks': [-75.5, 39.9, -74.6, 40.7],
      'pa-lancaster': [-76.8, 39.7, -75.8, 40.4],
      'tx-waco': [-97.6, 31.2, -96.7, 31.9],
      'ca-berkeley': [-122.4, 37.8, -122.2, 37.95],
      'wy-park': [-111, 43.8, -108, 45.1],
    }
    const { items } = await readSourceText(openaddresses, folder!)
    for (const release of releasesIn(items)) {
      const [west, south, east, north] = boxes[release.name.replace('openaddresses-us-', '')]!
      const outside = release
        .rowsOf('points')
        .filter(({ x, y }) => x / 1e6 < west || x / 1e6 > east || y / 1e6 < south || y / 1e6 > north)
      expect([release.name, outside]).toEqual([release.name, []])
    }
  })
})
