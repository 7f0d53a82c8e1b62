import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { beforeAll, describe, expect, it } from 'vitest'
import { listParked } from '../../projections/parked-retry/list-parked.ts'
import type { Projections } from '../../projections/service/start-projections.ts'
import { ownFile, serverAccount } from '../../stack/services/postgres-account.ts'
import { billContext, billEntity, core } from '../legislature/event-bodies.ts'
import type { TestApi } from '../support/api/test-api.ts'
import { canMount, createSmallDisk, type SmallDisk } from '../support/faults/small-disk.ts'
import { eventually } from '../support/harness/eventually.ts'
import { NIGHTLY } from '../support/harness/nightly.ts'
import { readToTheEnd } from '../support/log/log-ends.ts'
import { createPublisher } from '../support/log/publish.ts'
import { createOwnPostgres } from '../support/servers/own-postgres.ts'
import { expectRowsMatchFold } from '../support/service/expect-rows-match-fold.ts'
import { createWholeService, sampleFolder, type WholeService } from '../support/service/whole-service.ts'

const MEGABYTES = 96
const BILLS = 3_000
/** Too little for a page of any table. */
const FULL_BYTES = 8_192

let disk: SmallDisk
let service: WholeService
let api: TestApi
let projections: Projections

/** All tables of the database are on a disk that is soon full; the other files of Postgres are not. */
async function onSmallDisk(): Promise<WholeService> {
  disk = await createSmallDisk(MEGABYTES)
  const postgres = await createOwnPostgres()
  const location = join(disk.folder, 'tables')
  await mkdir(location)
  await ownFile(location, await serverAccount())
  const client = new pg.Client({ connectionString: postgres.server_url })
  await client.connect()
  await client.query(`CREATE TABLESPACE small LOCATION '${location}'`)
  await client.end()
  return createWholeService({}, {}, (overrides) => postgres.createDatabase(overrides, 'TABLESPACE small'))
}

async function publishBills(): Promise<void> {
  const publisher = await createPublisher(service.settings, service.database)
  const bills = Array.from({ length: BILLS }, (_, index) => billEntity(9_000 + index))
  await disk.fill()
  await publisher.publish(
    bills.map((bill) => ({
      type: 'bill.introduced' as const,
      key: bill.ocd_id,
      body: { ...bill, bill: billContext(bill), core: core(`HB ${bill.id}`) },
      backfill: true,
    })),
  )
}

describe.runIf(NIGHTLY && canMount)('a full disk of Postgres', () => {
  beforeAll(async () => {
    service = await onSmallDisk()
    service.startRelay()
    projections = await service.startProjections()
    await service.startDispatcher()
    await service.ingest('openstates-people', join(sampleFolder, 'people'))
    await service.ingest('openstates-scraper', join(sampleFolder, 'legislature'))
    await service.caughtUp()
    api = await service.openApi()
  }, 90_000)

  it('makes projectors wait without parking events or leaving the group, while the API keeps reading', async () => {
    const { joins } = projections.health().reader
    const before = projections.totals().applied
    await publishBills()
    await eventually(async () => (await disk.freeBytes()) < FULL_BYTES)
    await eventually(() => projections.health().reader.queued_events > 0)
    const shown = await api.get('/v1/bills?limit=5')
    expect(shown.statusCode).toBe(200)
    expect(shown.json().data).toHaveLength(5)
    expect(await listParked(service.database)).toEqual([])
    expect(projections.health()).toMatchObject({ error: undefined, reader: { joins, crashes: 0 } })
    expect(projections.totals().applied - before).toBeLessThan(BILLS)
  }, 60_000)

  it('makes a run of ingest fail with a clear error, without emitting anything', async () => {
    await expect(service.ingest('federal-register', join(sampleFolder, 'register'))).rejects.toThrow(
      /No space left on device/,
    )
  }, 60_000)

  it('loses and doubles nothing, and all processes continue when there is room again', async () => {
    const { joins } = projections.health().reader
    await disk.free()
    await readToTheEnd(service, { dispatched: true })
    const { events } = await eventually(
      () => service.ingest('federal-register', join(sampleFolder, 'register')),
      {
        timeout_ms: 20_000,
      },
    )
    expect(events).toBeGreaterThan(0)
    await readToTheEnd(service, { dispatched: true })
    expect(projections.health().reader).toMatchObject({ joins, crashes: 0, state: 'reading' })
    await expectRowsMatchFold(service)
  }, 90_000)
})
