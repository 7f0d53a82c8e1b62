import { beforeAll, describe, expect, it } from 'vitest'
import { type GeoLoop, startGeoLoop } from '../../../locate/load/geo-loop.ts'
import { createLog } from '../../../runtime/log.ts'
import { createMetrics } from '../../../runtime/metrics.ts'
import { rangeOf } from '../../support/builders/address-releases.ts'
import { eventually } from '../../support/harness/eventually.ts'
import { createGeoWorld, type GeoWorld } from '../../support/locate/geo-world.ts'
import { endLockHolders } from '../../support/stores/lock-holders.ts'

let world: GeoWorld

beforeAll(async () => {
  world = await createGeoWorld()
})

const start = (metrics = createMetrics()): GeoLoop =>
  startGeoLoop({
    database: world.database,
    objects: world.objects,
    metrics,
    poll_ms: 20,
    log: createLog('test', 'silent'),
  })

describe('the loading of addresses beside the projection', () => {
  it('loads releases as they arrive, in one of several processes, and leaves no lock behind', async () => {
    const metrics = [createMetrics(), createMetrics()]
    const loops = metrics.map(start)
    await world.release({ name: 'first' }, { ranges: [rangeOf(), rangeOf()] })
    await world.project()
    await eventually(async () => expect(await world.inForce()).toEqual(['first']))
    await world.release({ name: 'second' }, { ranges: [rangeOf()] })
    await world.project()
    await eventually(async () => expect(await world.inForce()).toEqual(['second']))
    expect(loops.map((loop) => loop.health().error)).toEqual([null, null])
    await Promise.all(loops.map((loop) => loop.stop()))
    const shown = (await Promise.all(metrics.map((one) => one.metrics()))).join('\n')
    const counted = [...shown.matchAll(/legislog_geo_rows_total\{kind="ranges"\} (\d+)/gu)]
    expect(counted.reduce((sum, [, rows]) => sum + Number(rows), 0)).toBe(3)
    expect(await endLockHolders(world.database)).toBe(0)
  })

  it('reports failures, and loads again after its tables were lost and made again', async () => {
    const loop = start()
    await world.database.query('ALTER SCHEMA geo RENAME TO lost')
    await eventually(() => expect(loop.health().error).toContain('geo'))
    await world.database.query('ALTER SCHEMA lost RENAME TO geo')
    await loop.stop()
    const next = start()
    await eventually(async () => expect(await world.inForce()).toEqual(['second']))
    expect(next.health().error).toBeNull()
    await next.stop()
  })
})
