import { expect, it } from 'vitest'
import { withdrawRelease } from '../../../ingest/runs/withdraw-release.ts'
import { openaddresses } from '../../../ingest/sources/openaddresses/index.ts'
import { createLog } from '../../../runtime/log.ts'
import { createManualClock } from '../../support/clocks/manual-clock.ts'
import { createIngestWorld } from '../../support/ingest/ingest-world.ts'
import { readSourceFiles } from '../../support/source-records/read-source.ts'
import { createTestDatabase } from '../../support/stores/database.ts'

const feature = (number: string) =>
  JSON.stringify({
    type: 'Feature',
    properties: { number, street: 'Main St', city: 'Reno', postcode: '89501', region: 'NV' },
    geometry: { type: 'Point', coordinates: [-119.8, 39.5] },
  })

it('an operator withdraws a release of addresses once, and its source may bring it back', async () => {
  const { database, settings } = await createTestDatabase()
  const ingest = await createIngestWorld(database, settings)
  const { items } = await readSourceFiles(openaddresses, {
    'us/nv/reno-addresses-city.geojson': `${feature('12')}\n`,
  })
  const run = (at: string) =>
    ingest.run(
      items.map((item) =>
        item.kind === 'observed'
          ? { ...item, group: item.group.map((one) => ({ ...one, observed_at: at })) }
          : item,
      ),
      { name: 'openaddresses' },
    )
  await run('2026-01-01T00:00:00Z')
  const [loaded] = (await ingest.emitted()).filter(({ type }) => type === 'address_release.loaded')
  expect(loaded).toBeDefined()
  const { id, address_release } = loaded!.body as { id: number; address_release: { name: string } }
  const clock = createManualClock('2026-02-01T00:00:00Z')
  const options = { database, settings, codec: ingest.codec, log: createLog('test', 'silent'), clock }
  const withdrawal = { release_id: id, name: address_release.name, reason: 'bad numbers' }
  expect(await withdrawRelease(options, withdrawal)).toMatchObject([{ events: 1 }])
  expect((await ingest.emitted()).map(({ type, body }) => [type, body.id, body.reason])).toEqual([
    ['address_release.withdrawn', id, 'bad numbers'],
  ])
  expect(await withdrawRelease(options, withdrawal)).toEqual([])
  await run('2026-03-01T00:00:00Z')
  expect((await ingest.emitted()).map(({ type, body }) => [type, body.id])).toEqual([
    ['address_release.loaded', id],
  ])
})
