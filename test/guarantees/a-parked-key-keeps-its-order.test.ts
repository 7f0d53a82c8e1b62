import { beforeAll, describe, expect, it } from 'vitest'
import { emitRelease } from '../../cli/wiring/emit-release.ts'
import { frameEvents, unframeEvents } from '../../ingest/outbox/outbox-frame.ts'
import { listParked, showParked } from '../../projections/parked-retry/list-parked.ts'
import { retryParked } from '../../projections/parked-retry/retry-parked.ts'
import { createEventCodec } from '../../runtime/events/event-codec.ts'
import { createSyncClient, type SyncClient } from '../support/api/sync-client.ts'
import type { TestApi } from '../support/api/test-api.ts'
import { action, alone, bill } from '../support/builders/observations.ts'
import { eventually } from '../support/harness/eventually.ts'
import { createIngestWorld, type IngestWorld } from '../support/ingest/ingest-world.ts'
import { expectRowsMatchFold } from '../support/service/expect-rows-match-fold.ts'
import { startFreshProjector } from '../support/service/fresh-projector.ts'
import { createWholeService, type WholeService } from '../support/service/whole-service.ts'
import { readRows } from '../support/stores/read-rows.ts'

/** An id of the registry that no process here knows yet. */
const NEW_ID = 2_000_000_000
const SPOILT = 'HB 7'
const READ_SCHEMA = 'read_0001'

let service: WholeService
let ingesting: IngestWorld
let api: TestApi
let client: SyncClient
let key: string

const steps = (count: number) =>
  Array.from({ length: count }, (_, index) => action(`2026-01-1${index}`, `Step ${index + 1}`))

beforeAll(async () => {
  service = await createWholeService({ rate_limits: 'enterprise=0' })
  ingesting = await createIngestWorld(service.database, service.settings)
  api = await service.openApi()
  client = createSyncClient(api, '/v1/bills', 4)
  const others = Array.from({ length: 12 }, (_, index) => bill(`HB ${index + 20}`, { actions: steps(2) }))
  await ingesting.run(alone(...others, bill(SPOILT, { actions: steps(5) })))
  key = await writeUnderNewId()
  await service.startAll()
  await service.caughtUp()
}, 60_000)

/** Acts like a producer elsewhere whose schema was registered a moment ago. */
async function writeUnderNewId(): Promise<string> {
  const { database } = service
  const { rows } = await database.query<{ id: number; key: string; events: Buffer }>(
    `SELECT o.id, o.key, o.events FROM ingest.outbox o JOIN ingest.entity e ON e.ocd_id = o.key
     WHERE o.topic = 'legislog.bills.v1'`,
  )
  for (const row of rows) {
    const [first, ...rest] = unframeEvents(row.events)
    if (first === undefined || !first.value.includes(`"identifier":"${SPOILT}"`)) continue
    const value = Buffer.from(first.value)
    value.writeInt32BE(NEW_ID, 1)
    const events = frameEvents([{ ...first, value }, ...rest])
    await database.query('UPDATE ingest.outbox SET events = $2 WHERE id = $1', [row.id, events])
    return row.key
  }
  throw new Error(`${SPOILT} is not in the outbox`)
}

async function allIsVisible(): Promise<void> {
  await service.caughtUp()
  await eventually(async () => {
    const { rows } = await service.database.query<{ is_past: boolean }>(
      `SELECT watermark > (SELECT max(updated_at) FROM ${READ_SCHEMA}.bills) AS is_past
       FROM control.read_schema WHERE is_live`,
    )
    return rows[0]!.is_past
  })
}

const titles = () => [...client.copy.values()].map(({ identifier }) => identifier).sort()

describe('a key whose first event cannot be read', () => {
  it('is parked with all later events, in order, while clients see all other bills', async () => {
    const [parkedKey, ...others] = await listParked(service.database)
    expect(others).toEqual([])
    expect(parkedKey).toMatchObject({ key, code: 'event_undecodable' })
    const events = await showParked(service.database, parkedKey!)
    const types = events.map(({ headers }) => headers.ce_type)
    expect(types[0]).toBe('bill.introduced')
    expect(types.filter((type) => type === 'bill.action')).toHaveLength(5)
    const sequences = events.map(({ headers }) => Number(headers.ce_sequence))
    expect(sequences).toEqual(sequences.map((_, index) => index + 1))

    await allIsVisible()
    await client.poll()
    expect(titles()).toHaveLength(12)
    expect(titles()).not.toContain(SPOILT)
  })

  it('stays parked with more of its events while the cause exists', async () => {
    await ingesting.run(alone(bill(SPOILT, { actions: steps(6) }, { observed_at: '2026-01-11T00:00:00Z' })))
    await service.caughtUp()
    const [parkedKey] = await listParked(service.database)
    const before = await showParked(service.database, parkedKey!)
    expect(before.at(-1)!.headers.ce_type).not.toBe('bill.introduced')
    await expect(release()).rejects.toMatchObject({ code: 'event_undecodable' })
    expect(await showParked(service.database, parkedKey!)).toEqual(before)
  })

  it('is released in order after the cause is gone, and a client that polls sees it', async () => {
    await service.database.query(
      `INSERT INTO control.schema_id (registry_id, subject, version, fingerprint)
       SELECT $1, subject, version, fingerprint FROM control.schema_id
       WHERE subject LIKE '%bill.introduced%' ORDER BY version DESC LIMIT 1`,
      [NEW_ID],
    )
    await release()
    expect(await listParked(service.database)).toEqual([])
    await allIsVisible()
    await client.poll()
    expect(titles()).toHaveLength(13)
    const [shown] = [...client.copy.values()].filter(({ identifier }) => identifier === SPOILT)
    const { data } = (await api.get(`/v1/bills/${shown!.id}/actions`)).json() as {
      data: { description: string }[]
    }
    expect(data.map(({ description }) => description)).toEqual(steps(6).map(({ description }) => description))
    await expectRowsMatchFold(service)
  })

  it('is projected again, and a replay of the log gives the same rows', async () => {
    await ingesting.run(alone(bill(SPOILT, { actions: steps(7) }, { observed_at: '2026-01-12T00:00:00Z' })))
    await service.caughtUp()
    expect(await listParked(service.database)).toEqual([])
    // A new process is needed, because the old one remembers for some time that the id is unknown.
    await startFreshProjector(service, 'read_0002')
    await service.caughtUp('read_0002')
    const [replayed, live] = [
      await readRows(service.database, 'read_0002'),
      await readRows(service.database, READ_SCHEMA),
    ]
    expect([...live.keys()].filter((row) => replayed.get(row) !== live.get(row))).toEqual([])
    expect(replayed.size).toBe(live.size)
  })
})

/** Acts like `legislog parked retry`, with the caches of a new process. */
async function release(): Promise<void> {
  const { database, settings } = service
  const [parkedKey] = await listParked(database)
  const codec = await createEventCodec(settings, database)
  await retryParked({
    database,
    codec,
    parkedKey: parkedKey!,
    announce: (sender, released) => emitRelease(sender, codec, settings, released),
  })
}
