import { describe, expect, it } from 'vitest'
import { encodeAddressRow } from '../../../schemas/address-rows/address-rows.ts'
import { rangeOf, storeLines } from '../../support/builders/address-releases.ts'
import { squareAt } from '../../support/builders/boundaries.ts'
import { eventually } from '../../support/harness/eventually.ts'
import { createGeoWorld } from '../../support/locate/geo-world.ts'
import { waitingForLocks } from '../../support/stores/lock-holders.ts'

const NV = 'ocd-division/country:us/state:nv'

describe('a load that fails in part', () => {
  it('leaves out a shape without an area or bytes, notes the reason, and loads the others', async () => {
    const world = await createGeoWorld()
    const emit = (division: string, json: string, is_lost?: true) =>
      world.maps.emit(`${NV}/${division}`, { release: 'sld' }, { json, ...(is_lost && { is_lost }) })
    await emit('sldu:1', squareAt(-120, 39))
    await emit('sldu:2', 'no JSON')
    await emit('sldu:3', '{"type":"Polygon","coordinates":[[[0,0],[1,1],[0,0],[0,0]]]}')
    await emit('sldu:4', squareAt(-100, 39), true)
    // A figure of eight becomes two triangles.
    await emit('sldu:5', '{"type":"Polygon","coordinates":[[[0,0],[1,1],[1,0],[0,1],[0,0]]]}')
    expect(await world.load()).toMatchObject({ shapes: { loaded: 2, failed: 3 } })
    expect(await world.load()).toMatchObject({ shapes: { loaded: 0, failed: 0 } })
    const failed = await world.rows<{ reason: string; is_retried: boolean }>(
      'SELECT reason, retry_at IS NOT NULL AS is_retried FROM geo.failed_shape ORDER BY boundary_id',
    )
    expect(failed.map(({ is_retried }) => is_retried)).toEqual([false, false, true])
    expect(failed.slice(1).map(({ reason }) => reason)).toEqual(['it has no area', 'not in the object store'])
    await world.objects.put(Buffer.from(squareAt(-100, 39)), 'application/geo+json')
    await world.rows('UPDATE geo.failed_shape SET retry_at = now() WHERE retry_at IS NOT NULL')
    expect(await world.load()).toMatchObject({ shapes: { loaded: 1, failed: 0 } })
    expect(await world.rows('SELECT FROM geo.failed_shape')).toHaveLength(2)
  })

  it('keeps the earlier release in force while the bytes of the next one are missing', async () => {
    const world = await createGeoWorld()
    const lost = [rangeOf({ street: 'Second Ln' })]
    await world.release({ name: 'first' }, { ranges: [rangeOf({ street: 'First Ln' })] })
    await world.load()
    await world.release({ name: 'second' }, { ranges: lost }, { is_lost: true })
    expect(await world.load()).toMatchObject({ releases: { loaded: 0, failed: 1 } })
    expect(await world.inForce()).toEqual(['first'])
    expect(await world.load()).toMatchObject({ releases: { failed: 0 } })
    const [failed] = await world.rows<{ error: string; tries: number }>(
      "SELECT error, tries FROM geo.release WHERE name = 'second'",
    )
    expect(failed).toMatchObject({ tries: 1, error: expect.stringContaining('not in the object store') })
    await storeLines(
      world.objects,
      'ranges',
      lost.map((row) => encodeAddressRow('ranges', row)),
    )
    await world.rows('UPDATE geo.release SET retry_at = now() WHERE retry_at IS NOT NULL')
    expect(await world.load()).toMatchObject({ releases: { loaded: 1 } })
    expect(await world.rows('SELECT error, tries, is_in_force FROM geo.release ORDER BY name')).toEqual([
      { error: null, tries: 0, is_in_force: false },
      { error: null, tries: 0, is_in_force: true },
    ])
  })

  it('counts a bad row with its reason, and loads the others', async () => {
    const world = await createGeoWorld()
    const good = rangeOf()
    const lines = [
      'no JSON',
      'null',
      '12',
      ...[
        good,
        rangeOf({ street: '' }),
        rangeOf({ street: 'Odd St', from: 'x', to: '12' }),
        rangeOf({ street: 'Far St', from: 'N65W100', to: 'N66W198' }),
        rangeOf({ line: [1] }),
        rangeOf({ line: [0, 91_000_000] }),
        rangeOf({ side: 'X' as 'L' }),
      ].map((row) => encodeAddressRow('ranges', row)),
    ]
    const ranges = await storeLines(world.objects, 'ranges', lines)
    await world.release({ name: 'bad', objects: [ranges] }, {})
    expect(await world.load()).toMatchObject({ rows: { ranges: 3, rejected: 9 } })
    expect(await world.rows('SELECT rejected FROM geo.release')).toEqual([
      { rejected: { line: 4, street: 1, number: 2, position: 2 } },
    ])
    expect(await world.rows('SELECT street_key, low FROM geo.address_range ORDER BY 1')).toEqual([
      { street_key: 'FAR', low: null },
      { street_key: 'MAIN', low: 100 },
      { street_key: 'ODD', low: null },
    ])
  })

  it('keeps no rows of a release whose load was cut off, and the next run loads it', async () => {
    const world = await createGeoWorld()
    await world.release({ name: 'large' }, { ranges: Array.from({ length: 9_000 }, () => rangeOf()) })
    await world.load()
    const places = [{ division_id: `${NV}/place:reno`, name: 'Reno' }]
    const next = await world.release({ name: 'next' }, { ranges: [rangeOf({ street: 'Other St' })], places })
    // The load waits for this row after it has written all ranges. Then its session ends, as that of a killed process.
    const holder = await world.database.connect()
    await holder.query('BEGIN')
    await holder.query("INSERT INTO geo.place_name (release_id, state, name) VALUES ($1, 'nv', 'RENO')", [
      next.id,
    ])
    const cut = expect(world.load()).rejects.toThrow()
    await eventually(async () => (await waitingForLocks(world.database)) > 0)
    await world.rows(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
    )
    await cut
    await holder.query('ROLLBACK')
    holder.release()
    expect(await world.rows('SELECT count(*) AS rows FROM geo.address_range')).toEqual([{ rows: 9_000 }])
    expect(await world.rows('SELECT name, is_loaded, is_in_force FROM geo.release ORDER BY name')).toEqual([
      { name: 'large', is_loaded: true, is_in_force: true },
      { name: 'next', is_loaded: false, is_in_force: false },
    ])
    expect(await world.load()).toMatchObject({ releases: { loaded: 1 }, rows: { ranges: 1 } })
  })
})
