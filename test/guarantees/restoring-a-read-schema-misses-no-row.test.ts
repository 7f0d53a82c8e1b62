import { beforeAll, describe, expect, it } from 'vitest'
import { migrateAll } from '../../cli/context/migrate-all.ts'
import type { Relay } from '../../ingest/relay/relay.ts'
import { ensureReadSchema } from '../../projections/read-schemas/read-schema.ts'
import type { Projections } from '../../projections/service/start-projections.ts'
import { createRegistryClient } from '../../runtime/registry/registry-client.ts'
import { registerSchemas } from '../../runtime/registry/schema-registration.ts'
import { createSyncClient, type SyncClient } from '../support/api/sync-client.ts'
import type { TestApi } from '../support/api/test-api.ts'
import { addNotes, type EditedSample, editSample } from '../support/service/edited-sample.ts'
import { createWholeService, type WholeService } from '../support/service/whole-service.ts'
import { backUpSchema, restoreSchema } from '../support/stores/ingest-state.ts'

let service: WholeService
let relay: Relay
let projections: Projections
let api: TestApi
let sample: EditedSample
let client: SyncClient

/** Adds an action to bills and returns how many. */
async function news(note: string): Promise<number> {
  const bills = await addNotes(sample, note)
  await service.ingest('openstates-scraper', sample.folder)
  return bills
}

async function expectSameCopy(): Promise<void> {
  await client.poll()
  const { data } = (await api.get('/v1/bills?limit=200')).json() as { data: { id: number }[] }
  expect([...client.copy.values()].sort((a, b) => Number(a.id) - Number(b.id))).toEqual(data)
  expect(await service.verify()).toMatchObject({ is_equal: true, parked: [] })
}

beforeAll(async () => {
  service = await createWholeService()
  relay = service.startRelay()
  projections = await service.startProjections()
  await service.ingestSample()
  await service.inSync()
  api = await service.openApi()
  sample = await editSample()
  client = createSyncClient(api, '/v1/bills', 5)
})

describe('a read schema that is restored with its positions from an old backup', () => {
  it('catches up from the log, and a client that was ahead of it misses nothing', async () => {
    await news('before the backup')
    await service.inSync()
    await backUpSchema(service.database, 'read_0001', 'old_rows')
    await service.database.query(
      'CREATE TABLE public.old_position AS TABLE control.position; CREATE TABLE public.old_read_schema AS TABLE control.read_schema',
    )
    await news('after the backup')
    await service.inSync()
    await client.poll()

    await projections.stop()
    await restoreSchema(service.database, 'read_0001', 'old_rows')
    await service.database.query(
      `UPDATE control.position p SET next = o.next, last_at = o.last_at FROM public.old_position o
       WHERE (p.read_schema, p.topic, p.partition) = (o.read_schema, o.topic, o.partition)`,
    )
    await service.database.query(
      'UPDATE control.read_schema r SET watermark = o.watermark FROM public.old_read_schema o WHERE r.name = o.name',
    )
    // It is behind now: the answer to the client must not make it skip later rows.
    await client.poll()
    projections = await service.startProjections()
    await client.poll()
    await news('after the restore')
    await service.inSync()
    await expectSameCopy()
  })
})

describe('a lost schema control', () => {
  it('is recreated by migrate; the log is read again, and new stamps are above all earlier ones', async () => {
    await relay.stop()
    await projections.stop()
    const { rows: before } = await service.database.query<{ at: string }>(
      'SELECT max(updated_at) AS at FROM read_0001.bills',
    )
    await service.database.query('DROP SCHEMA control CASCADE')
    const { applied } = await migrateAll(service.settings)
    expect(applied).toEqual([
      '20261128000000-control.ts',
      '20261128000020-freshness.ts',
      '20261128000050-log-faults.ts',
    ])
    await registerSchemas(createRegistryClient(service.settings), service.database)
    await ensureReadSchema(service.database, service.settings, 'read_0001')
    await client.poll()
    relay = service.startRelay()
    projections = await service.startProjections()
    const moved = await news('after the loss')
    await service.inSync()
    const { rows: after } = await service.database.query<{ count: number }>(
      'SELECT count(*) AS count FROM read_0001.bills WHERE updated_at > $1',
      [before[0]!.at],
    )
    expect(after[0]!.count).toBe(moved)
    await expectSameCopy()
  })
})
