import { beforeAll, describe, expect, it } from 'vitest'
import { freePort } from '../../stack/port.ts'
import { addNotes, type EditedSample, editSample } from '../support/edited-sample.ts'
import { eventually } from '../support/eventually.ts'
import { createWholeService, type WholeService } from '../support/whole-service.ts'

let service: WholeService
let sample: EditedSample

beforeAll(async () => {
  // Registered as a deploy does it; from then on every process finds nobody at the registry's address.
  service = await createWholeService({}, { schema_registry_url: `http://127.0.0.1:${await freePort()}` })
  sample = await editSample()
})

describe('without a registry', () => {
  it('a load is written, relayed, projected and delivered all the same', async () => {
    await service.startAll()
    const counts = await service.ingestSample()
    expect(counts.reduce((sum, { events }) => sum + events, 0)).toBeGreaterThan(150)
    expect(counts.reduce((sum, { quarantined }) => sum + quarantined, 0)).toBe(0)
    await service.caughtUp()
    const { receiver } = await service.createEndpoint(['bill.action'])
    const owed = await addNotes(sample, '1')
    await service.ingest('openstates-scraper', sample.folder)
    await service.caughtUp()
    await eventually(() => receiver.received.length === owed)
    expect(await service.verify()).toMatchObject({ is_equal: true, parked: [], unreadable: [] })
  })

  it('the whole log is read again, into a second read schema', async () => {
    await service.startProjections('read_0002')
    await service.caughtUp('read_0002')
    expect(await service.verify('read_0002')).toMatchObject({ is_equal: true, parked: [] })
  })
})
