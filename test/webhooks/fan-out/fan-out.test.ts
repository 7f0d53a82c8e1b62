import { describe, expect, it } from 'vitest'
import { readKey } from '../../../runtime/kafka/records/record-key.ts'
import { actionOf, createWebhookService, fanOut } from '../../support/webhooks/webhook-service.ts'

const service = await createWebhookService()
const { endpoints, owner } = service

async function endpointFor(path: string, filter = {}, who = owner): Promise<number> {
  const { endpoint } = await endpoints.create(who, {
    url: `http://127.0.0.1:9099/${path}`,
    events: ['*'],
    filter,
  })
  return endpoint.id
}

const owed = async (endpointId: number) =>
  (await service.deliveries()).filter((delivery) => delivery.endpoint_id === endpointId)

describe('fan-out', () => {
  it('makes one delivery for each event and each matching endpoint, under its own key', async () => {
    const all = await endpointFor('all')
    const some = await endpointFor('some', { bill_ids: [7] })
    const made = await service.fanOut([actionOf(1), actionOf(2, { bill_id: 8 })])
    expect(made).toMatchObject({ events: 2, deliveries: 3 })
    expect([...made.endpoint_ids].sort((a, b) => a - b)).toEqual([all, some])
    const keys = (await service.deliveries()).map(({ key }) => key)
    expect(new Set(keys).size).toBe(keys.length)
    for (const key of keys) expect(key).toMatch(/^dlv_[0-9a-f]{32}$/)
  })

  it('numbers events in the order of the log and stores the exact bytes {id, event, data}', async () => {
    await service.fanOut([actionOf(11), actionOf(12)])
    const { rows } = await service.database.query<{ id: number; body: Buffer }>(
      "SELECT id, body FROM webhook.event WHERE ce_id IN ('event-11', 'event-12') ORDER BY ce_id",
    )
    expect(rows[1]!.id).toBe(rows[0]!.id + 1)
    const text = rows[0]!.body.toString('utf8')
    expect(text).toMatch(new RegExp(`^\\{"id":${rows[0]!.id},"event":"bill\\.action","data":\\{`))
    expect(JSON.parse(text).data).toMatchObject({
      bill_id: 7,
      identifier: 'HB 7',
      description: 'Read 11 times — passed',
    })
  })

  it('sends nothing for an event that it has already seen', async () => {
    await service.fanOut([actionOf(21)])
    const before = await service.deliveries()
    const again = await service.fanOut([actionOf(21), actionOf(22), actionOf(22)])
    expect(again.events).toBe(1)
    await service.database.query('UPDATE webhook.position SET next = 0')
    expect(await service.fanOut([actionOf(21), actionOf(22)])).toEqual({
      events: 0,
      deliveries: 0,
      endpoint_ids: [],
    })
    expect((await service.deliveries()).slice(0, before.length)).toEqual(before)
  })

  it('sends nothing to an endpoint that is younger than the event when the log is replayed', async () => {
    await service.fanOut([actionOf(31)])
    const later = await endpointFor('later')
    await service.database.query('UPDATE webhook.position SET next = 0')
    await service.database.query('DELETE FROM webhook.event')
    await service.fanOut([actionOf(31)])
    expect(await owed(later)).toEqual([])
  })

  it('writes nothing if another process has moved the position', async () => {
    const part = { topic: 'legislog.bills.v1', partition: 0 } as const
    const stale = {
      moves: [{ ...part, from: 999_999n, to: 1_000_000n }],
      events: [actionOf(41)],
      merges: [],
      parked: [],
    }
    await expect(fanOut(service.database, stale, service.clock.now())).rejects.toMatchObject({
      code: 'positions_moved',
    })
    const { rows } = await service.database.query("SELECT FROM webhook.event WHERE ce_id = 'event-41'")
    expect(rows).toHaveLength(0)
  })

  it('matches follows of the account, but not those of other accounts', async () => {
    const other = await service.account('another', 'enterprise')
    const mine = await endpointFor('followed', { followed: true })
    const theirs = await endpointFor('followed', { followed: true }, other)
    await service.database.query('INSERT INTO webhook.follow VALUES ($1, 77, $2, $2)', [
      owner.id,
      service.clock.now(),
    ])
    await service.fanOut([actionOf(51, { bill_id: 77 }), actionOf(52, { bill_id: 78 })])
    expect(await owed(mine)).toHaveLength(1)
    expect(await owed(theirs)).toHaveLength(0)
  })

  it('records events as skipped while an endpoint is disabled or its account has no plan', async () => {
    const disabled = await endpointFor('disabled')
    await endpoints.disable(owner, disabled)
    const former = await service.account('former', 'business')
    const suspended = await endpointFor('suspended', {}, former)
    await service.database.query("UPDATE account.account SET tier = 'free' WHERE id = $1", [former.id])
    const { endpoint_ids } = await service.fanOut([actionOf(61)])
    expect((await owed(disabled)).map(({ status }) => status)).toEqual(['skipped'])
    expect((await owed(suspended)).map(({ status }) => status)).toEqual(['skipped'])
    expect(endpoint_ids).not.toContain(disabled)
    expect((await endpoints.get(former, suspended)).status).toBe('suspended')
  })

  it('fails a delivery over 256 KB for good', async () => {
    const large = await endpointFor('large', { bill_ids: [88] })
    await service.fanOut([actionOf(71, { bill_id: 88, description: 'x'.repeat(300_000) })])
    expect(await owed(large)).toMatchObject([{ status: 'failed', last_error: 'payload_too_large' }])
  })

  it('parks unreadable events with their bytes and reasons', async () => {
    const record = {
      topic: 'legislog.bills.v1',
      partition: 3,
      offset: 5n,
      key: readKey(Buffer.from('a\0key')),
      headers: { ce_type: [Buffer.from([0xff]), 'bill.action\0'], nothing: undefined },
      value: Buffer.from([1, 2, 3]),
      appended_at: 0,
    } as const
    const parked = [{ record, code: 'event_undecodable', error: 'the value is not JSON' }]
    await fanOut(service.database, { moves: [], events: [], merges: [], parked }, service.clock.now())
    const { rows } = await service.database.query('SELECT * FROM webhook.parked_event')
    expect(rows).toMatchObject([
      {
        partition: 3,
        offset: 5,
        code: 'event_undecodable',
        value: Buffer.from([1, 2, 3]),
        headers: { ce_type: [{ base64: '/w==' }, 'bill.action\0'], nothing: null },
      },
    ])
  })
})
