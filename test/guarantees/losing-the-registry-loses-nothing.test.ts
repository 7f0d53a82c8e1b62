import { beforeAll, describe, expect, it } from 'vitest'
import { runIngest } from '../../ingest/runs/run.ts'
import { loadSource } from '../../ingest/sources/registry.ts'
import { systemClock } from '../../runtime/clock.ts'
import { createEventCodec } from '../../runtime/events/event-codec.ts'
import { createLog } from '../../runtime/log.ts'
import { freePort } from '../../stack/processes/port.ts'
import { eventually } from '../support/harness/eventually.ts'
import { readTopic } from '../support/log/read-topic.ts'
import { addNotes, type EditedSample, editSample } from '../support/service/edited-sample.ts'
import { createWholeService, type WholeService } from '../support/service/whole-service.ts'

let service: WholeService
let sample: EditedSample

beforeAll(async () => {
  // Schemas are registered as in a deploy. After that, the address of the registry does not answer.
  service = await createWholeService({}, { schema_registry_url: `http://127.0.0.1:${await freePort()}` })
  sample = await editSample()
})

describe('a service without a registry', () => {
  it('still writes, relays, projects and delivers a load', async () => {
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

  it('still reads the whole log again, into a second read schema', async () => {
    await service.startProjections('read_0002')
    await service.caughtUp('read_0002')
    expect(await service.verify('read_0002')).toMatchObject({ is_equal: true, parked: [] })
  })
})

describe('a registry restored from an old backup', () => {
  it('may assign ids that the log has for other schemas, but events of both are still read', async () => {
    // After `legislog schemas register`, every schema has the number that another one had before.
    await service.database.query(`
      WITH held AS (
        SELECT *, row_number() OVER (ORDER BY registry_id, subject, version) AS nth, count(*) OVER () AS all_rows
        FROM control.schema_id
      )
      INSERT INTO control.schema_id (registry_id, subject, version, fingerprint, registered_at)
      SELECT o.registry_id, h.subject, h.version, h.fingerprint, now()
      FROM held h JOIN held o ON o.nth = h.nth % h.all_rows + 1
      ON CONFLICT (subject, version, registry_id) DO NOTHING`)
    const again = await createEventCodec(service.settings, service.database)
    await addNotes(sample, '2')
    const counts = await runIngest({
      source: await loadSource('openstates-scraper'),
      paths: [sample.folder],
      settings: service.settings,
      database: service.database,
      codec: again,
      log: createLog('test', 'silent'),
      clock: systemClock,
      mode: 'auto',
    })
    expect(counts.events).toBeGreaterThan(10)
    await service.caughtUp()
    const numbers = (await readTopic(service.settings, 'legislog.bills.v1'))
      .filter(({ headers }) => String(headers.ce_type) === 'bill.action')
      .map(({ value }) => value!.readInt32BE(1))
    expect(new Set(numbers).size).toBe(2)
    await service.startProjections('read_0003')
    await service.caughtUp('read_0003')
    for (const name of ['read_0001', 'read_0003'])
      expect(await service.verify(name)).toMatchObject({ is_equal: true, parked: [], unreadable: [] })
  })
})
