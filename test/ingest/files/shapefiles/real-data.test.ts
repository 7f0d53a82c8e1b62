import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { pointInside, polygonsOf } from '../../../../ingest/files/shapefiles/polygons.ts'
import { listShapefiles } from '../../../../ingest/files/shapefiles/shapefile-sets.ts'
import { collect } from '../../../support/harness/collect.ts'
import { realData } from '../../../support/harness/real-data.ts'

const tiger = realData('addresses/tiger2021-addrfeat-30059')
const parcels = realData('addresses/openaddresses-excerpts/us-ca-berkeley-excerpt.zip')

async function loadOnly(path: string) {
  const [set] = await collect(listShapefiles({ paths: [path], started_at: '' }))
  return set!.load()
}

type Feature = {
  readonly properties: Readonly<Record<string, unknown>>
  readonly geometry: { readonly type: string; readonly coordinates: unknown }
}

describe.skipIf(tiger === undefined)('the shapefile of Meagher County', () => {
  it('has the rows and lines that another program reads from it', async () => {
    const loaded = await loadOnly(tiger!)
    const { features } = JSON.parse(
      gunzipSync(readFileSync(`${tiger}/2021.geojsonl.gz`)).toString('utf8'),
    ) as { readonly features: readonly Feature[] }
    expect(loaded.rows).toBe(features.length)
    const read = features.map((_, index) => {
      const shape = loaded.shape(index)
      const parts = shape?.kind === 'lines' ? shape.parts : []
      return { row: loaded.row(index), line: parts[0] }
    })
    expect(read.map(({ line }) => line)).toEqual(features.map(({ geometry }) => geometry.coordinates))
    const plain = (properties: Feature['properties'] | null) =>
      Object.fromEntries(
        Object.entries(properties ?? {}).filter(([, value]) => value !== null && value !== ''),
      )
    expect(read.map(({ row }) => plain(row))).toEqual(features.map(({ properties }) => plain(properties)))
  })
})

describe.skipIf(parcels === undefined)('the parcels of Berkeley', () => {
  it('lie where their own columns say after they are converted from meters', async () => {
    const loaded = await loadOnly(parcels!)
    const distances = Array.from({ length: loaded.rows }, (_, index) => {
      const shape = loaded.shape(index)
      const [x, y] = pointInside(polygonsOf(shape?.kind === 'rings' ? shape.parts : []))!
      const { longitude, latitude } = loaded.row(index)! as { longitude: number; latitude: number }
      return Math.hypot((x - longitude) * Math.cos((y * Math.PI) / 180), y - latitude) * 111_195
    })
    expect(distances).toHaveLength(746)
    const sorted = distances.toSorted((a, b) => a - b)
    expect(sorted[373]).toBeLessThan(1)
    expect(sorted.at(-1)).toBeLessThan(120)
  })
})
