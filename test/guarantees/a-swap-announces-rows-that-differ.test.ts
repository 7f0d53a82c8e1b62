import { beforeAll, describe, expect, it } from 'vitest'
import type { TestApi } from '../support/api/test-api.ts'
import type { Receiver } from '../support/fakes/receiver.ts'
import { rebuildOf, rollbackOf, startFollowing } from '../support/service/rebuilding.ts'
import { createWholeService, type WholeService } from '../support/service/whole-service.ts'

let service: WholeService
let api: TestApi
let receiver: Receiver

beforeAll(async () => {
  service = await createWholeService()
  service.startRelay()
  startFollowing(service)
  await service.startDispatcher()
  await service.ingestSample()
  await service.caughtUp()
  receiver = (await service.createEndpoint(['*'])).receiver
  api = await service.openApi()
})

const query = async (text: string) => (await service.database.query(text)).rows

/** Makes the live rows look like those of older code: this many titles have another form. */
async function makeOlder(readSchema: string, bills: number): Promise<void> {
  await query(`UPDATE control.read_schema SET code = 'older' WHERE name = '${readSchema}'`)
  await query(
    `UPDATE ${readSchema}.bills SET title = upper(title) WHERE id IN (SELECT id FROM ${readSchema}.bills ORDER BY id LIMIT ${bills})`,
  )
}

/** Everything that a rebuild must not change. */
const elsewhere = async () => ({
  entities: await query('SELECT id, ocd_id, sequence FROM ingest.entity ORDER BY id'),
  snapshots: await query('SELECT count(*) FROM ingest.snapshot'),
  dispatched: await query('SELECT topic, partition, next FROM webhook.position ORDER BY 1, 2'),
  deliveries: await query('SELECT count(*) FROM webhook.delivery'),
  clocks: await query('SELECT topic, partition, end_offset FROM control.partition_clock ORDER BY 1, 2'),
})

const few = () => ({ ...service, settings: { ...service.settings, swap_emit_limit: 5 } })

const page = async (since: string, cursor = '') =>
  api.get(`/v1/bills?updated_since=${encodeURIComponent(since)}&limit=2${cursor}`)

describe('a rebuild of rows that are equal', () => {
  it('changes nothing outside of read schemas: no event, webhook, id or position', async () => {
    const before = await elsewhere()
    expect(await rebuildOf(service)).toMatchObject({ swapped: true, flip: { emitted_ids: 0 } })
    expect(await elsewhere()).toEqual(before)
    expect(receiver.received).toEqual([])
  })
})

describe('a swap to rows of newer code', () => {
  it('announces the entities that differ to readers of changes, and sends no webhook', async () => {
    await makeOlder('read_0002', 3)
    const before = await elsewhere()
    const report = await rebuildOf(service)
    expect(report).toMatchObject({
      swapped: true,
      comparison: { is_same_code: false, differing: 3 },
      flip: { emitted_ids: 3, feed_epoch: null },
    })
    await service.caughtUp('read_0003')
    const after = await elsewhere()
    const moved = after.entities.filter((row, index) => row.sequence !== before.entities[index].sequence)
    expect(moved).toHaveLength(3)
    expect([after.snapshots, after.deliveries]).toEqual([before.snapshots, before.deliveries])
    const emitted = await query("SELECT id FROM read_0003.bills WHERE reasons::jsonb ? 'released'")
    expect(emitted).toHaveLength(3)
    expect(receiver.received).toEqual([])
    expect(await service.verify('read_0003')).toMatchObject({ is_equal: true })
  })

  it('begins a new feed if too much differs: readers of the old one load everything again', async () => {
    const first = await page('2026-01-01')
    const { next_cursor } = first.json()
    const since = String(first.headers['x-sync-through'])
    await makeOlder('read_0003', 6)
    const report = await rebuildOf(few())
    expect(report).toMatchObject({ swapped: true, flip: { emitted_ids: 0, feed_epoch: 2 } })
    const gone = [
      await page('2026-01-01', `&cursor=${next_cursor}`),
      await page('2026-01-01'),
      await page(since),
    ]
    for (const answer of gone) expect(answer.json()).toMatchObject({ status: 410, code: 'resync_required' })
    const whole = await api.get('/v1/bills?limit=200')
    expect(whole.statusCode).toBe(200)
    const [from_beginning, from_through] = [
      await page('1970-01-01'),
      await page(String(whole.headers['x-sync-through'])),
    ]
    expect([from_beginning.statusCode, from_through.statusCode]).toEqual([200, 200])
    const walk = from_beginning.json().next_cursor
    expect((await page('1970-01-01', `&cursor=${walk}`)).statusCode).toBe(200)
  })

  it('begins a new feed when it is rolled back', async () => {
    const whole = await api.get('/v1/bills?limit=200')
    expect(await rollbackOf(few())).toMatchObject({ to: 'read_0003', feed_epoch: 3 })
    expect((await page(String(whole.headers['x-sync-through']))).statusCode).toBe(410)
    expect(await rollbackOf(few())).toMatchObject({ to: 'read_0004', feed_epoch: 4 })
  })

  it('begins a new feed if rows are gone, since no event can announce them', async () => {
    await query(`UPDATE control.read_schema SET code = 'older' WHERE name = 'read_0004'`)
    await query(
      `INSERT INTO read_0004.bill_sponsors SELECT (jsonb_populate_record(s, '{"id": "stray"}')).* FROM read_0004.bill_sponsors s LIMIT 1`,
    )
    const report = await rebuildOf(service)
    expect(report).toMatchObject({ swapped: true, flip: { feed_epoch: 5 } })
    expect(report.comparison!.differences).toMatchObject([
      { table: 'bill_sponsors', key: 'stray', kind: 'missing', supported: 'rebuilt' },
    ])
  })
})

describe('a rebuild that waits while another read schema becomes live', () => {
  it('begins a new feed when it is swapped', async () => {
    expect(await rebuildOf(service, { swaps: false })).toMatchObject({ comparison: { with: 'read_0005' } })
    expect(await rollbackOf(service)).toMatchObject({ to: 'read_0004', feed_epoch: 6 })
    expect(await rebuildOf(service)).toMatchObject({
      flip: { from: 'read_0004', to: 'read_0006', feed_epoch: 7 },
    })
  })
})

describe('a live read schema whose tables have a different version', () => {
  it('is not served by this code, and is replaced by a rebuild', async () => {
    await query(`UPDATE control.read_schema SET code = 'older' WHERE name = 'read_0006'`)
    await query('ALTER TABLE read_0006.bills DROP COLUMN keywords')
    const fresh = await service.openApi()
    const ready = await fresh.get('/readyz')
    expect(ready.statusCode).toBe(503)
    expect(ready.json().checks.read_schema.detail).toMatch(/read_0006 lacks bills.keywords.*legislog rebuild/)
    expect((await fresh.get('/v1/bills?subject=Bees')).json()).toMatchObject({
      status: 503,
      code: 'not_ready',
    })
    const report = await rebuildOf(service)
    expect(report).toMatchObject({
      swapped: true,
      comparison: { uncompared_columns: ['bills.keywords'], is_whole_verified: true },
    })
    const after = await service.openApi()
    expect((await after.get('/readyz')).statusCode).toBe(200)
    expect((await after.get('/v1/bills?subject=Bees')).statusCode).toBe(200)
  })
})
