import { LRUCache } from 'lru-cache'
import type { Queryable } from '../../runtime/postgres/postgres.ts'
import { type Rings, ringsOf } from '../shapes/rings.ts'
import type { KnownShape } from './shape-boxes.ts'

/** The areas of all districts of the country on one map take about as much. */
const MOST_BYTES = 128 * 1024 * 1024

export type Areas = {
  /** In the order of `shapes`. undefined if one of them is no longer there: the data have changed. */
  of(shapes: readonly KnownShape[]): Promise<ReadonlyMap<KnownShape, Rings> | undefined>
}

/** Areas in memory. Those that were not used for longest are read again. */
export function createAreas(database: Queryable, most_bytes = MOST_BYTES): Areas {
  const known = new LRUCache<string, Rings>({
    maxSize: most_bytes,
    sizeCalculation: ({ numbers }) => numbers.byteLength + 200,
  })

  async function read(shapes: readonly KnownShape[]): Promise<ReadonlyMap<string, Rings>> {
    const { rows } = await database.query<{ key: string; area: Buffer }>({
      name: 'geo-areas',
      text: `SELECT concat_ws(' ', boundary_id, sha256) AS key, ST_AsBinary(geom, 'NDR') AS area FROM geo.division_shape
        WHERE boundary_id = ANY ($1::bigint[])`,
      values: [shapes.map(({ boundary_id }) => boundary_id)],
    })
    const areas = new Map(rows.map(({ key, area }) => [key, ringsOf(area)]))
    for (const [key, rings] of areas) known.set(key, rings)
    return areas
  }

  return {
    async of(shapes) {
      const found = new Map<KnownShape, Rings>()
      const missing: KnownShape[] = []
      for (const shape of shapes) {
        const rings = known.get(keyOf(shape))
        if (rings === undefined) missing.push(shape)
        else found.set(shape, rings)
      }
      if (missing.length === 0) return found
      const areas = await read(missing)
      for (const shape of missing) {
        const rings = areas.get(keyOf(shape))
        if (rings === undefined) return undefined
        found.set(shape, rings)
      }
      return found
    },
  }
}

const keyOf = ({ boundary_id, sha256 }: KnownShape): string => `${boundary_id} ${sha256}`
