import pointInPolygon from 'point-in-polygon-hao'
import { beforeAll, describe, expect, it } from 'vitest'
import { Random } from '../../../corpus/draw/random.ts'
import { boundaries } from '../../../ingest/sources/boundaries/index.ts'
import { createAreas } from '../../../locate/read/areas.ts'
import { findContaining } from '../../../locate/read/containing.ts'
import { readShapeBoxes } from '../../../locate/read/shape-boxes.ts'
import { NIGHTLY } from '../../support/harness/nightly.ts'
import { realData } from '../../support/harness/real-data.ts'
import { createGeoWorld, type GeoWorld } from '../../support/locate/geo-world.ts'

/** Outside of the nightly run, a state with one chamber and one with districts of many members. */
const states = NIGHTLY ? ['az', 'mt', 'ne', 'nh', 'vt', 'wa'] : ['ne', 'vt']
const files = states
  .flatMap((state) =>
    state === 'ne' ? ['NE_upper'] : [`${state.toUpperCase()}_lower`, `${state.toUpperCase()}_upper`],
  )
  .map((name) => realData(`boundaries/tiger2024-sld/${name}.json.gz`))
const isThere = files.every((file) => file !== undefined)
const POINTS = NIGHTLY ? 10_000 : 400

type Shape = {
  readonly division_id: string
  readonly bbox: readonly number[]
  readonly areas: readonly number[][][][]
}

let world: GeoWorld
const shapes = new Map<string, Shape[]>()

beforeAll(async () => {
  if (!isThere) return
  world = await createGeoWorld()
  await world.ingest(boundaries, ...files.map((file) => file!))
  await world.load()
  const rows = await world.rows<{ division_id: string; state: string; bbox: number[]; sha256: string }>(
    `SELECT b.division_id, split_part(split_part(b.division_id, 'state:', 2), '/', 1) AS state, b.item -> 'bbox' AS bbox,
       b.geometry_sha256 AS sha256 FROM ${world.projected.name}.boundaries b`,
  )
  for (const { division_id, state, bbox, sha256 } of rows) {
    const shape = JSON.parse((await world.objects.get(sha256))!.toString()) as {
      type: string
      coordinates: number[][][]
    }
    const areas = (shape.type === 'Polygon'
      ? [shape.coordinates]
      : shape.coordinates) as unknown as number[][][][]
    shapes.set(state, [...(shapes.get(state) ?? []), { division_id, bbox, areas }])
  }
})

describe.skipIf(!isThere)('the districts that cover a position', () => {
  it.each(states)(
    `are those of an independent library and of PostGIS, for ${POINTS} random points in the rectangle of %s`,
    async (state) => {
      const known = shapes.get(state)!
      const everywhere = [...shapes.values()].flat()
      const random = new Random(15, state.charCodeAt(0), state.charCodeAt(1))
      const side = (at: number, least: typeof Math.min | typeof Math.max) =>
        least(...known.map(({ bbox }) => bbox[at]!))
      const [west, south, east, north] = [
        side(0, Math.min),
        side(1, Math.min),
        side(2, Math.max),
        side(3, Math.max),
      ]
      const points = Array.from({ length: POINTS }, () => ({
        longitude: west + random.next() * (east - west),
        latitude: south + random.next() * (north - south),
      }))
      const { database } = world
      const loaded = { database, areas: createAreas(database), boxes: await readShapeBoxes(database) }
      let inside = 0
      for (let from = 0; from < POINTS; from += 200) {
        const batch = points.slice(from, from + 200)
        const containing = await findContaining(loaded, batch)
        const found = containing!.map((each) => each.map(({ division_id }) => division_id).toSorted())
        const wanted = batch.map((point) => coveringIds(everywhere, point))
        expect(found).toEqual(wanted)
        expect(found).toEqual(await coveringInPostgis(batch))
        inside += wanted.filter((ids) => ids.length > 0).length
      }
      expect(inside).toBeGreaterThan(POINTS / 4)
    },
  )
})

async function coveringInPostgis(
  points: readonly { longitude: number; latitude: number }[],
): Promise<readonly string[][]> {
  const { rows } = await world.database.query<{ ids: string[] }>(
    `SELECT ARRAY(SELECT s.division_id FROM geo.division_shape s
       WHERE ST_Covers(s.geom, ST_SetSRID(ST_MakePoint(x, y), 4326)) ORDER BY s.division_id COLLATE "C") AS ids
     FROM unnest($1::float8[], $2::float8[]) WITH ORDINALITY AS p (x, y, at) ORDER BY at`,
    [points.map(({ longitude }) => longitude), points.map(({ latitude }) => latitude)],
  )
  return rows.map(({ ids }) => ids)
}

function coveringIds(
  known: readonly Shape[],
  { longitude, latitude }: { longitude: number; latitude: number },
): string[] {
  return known
    .filter(
      ({ bbox: [west, south, east, north] }) =>
        longitude >= west! && longitude <= east! && latitude >= south! && latitude <= north!,
    )
    .filter(({ areas }) => areas.some((area) => pointInPolygon([longitude, latitude], area) !== false))
    .map(({ division_id }) => division_id)
    .toSorted()
}
