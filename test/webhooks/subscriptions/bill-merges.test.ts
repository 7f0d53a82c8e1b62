import { beforeEach, describe, expect, it } from 'vitest'
import { inTransaction } from '../../../runtime/postgres/postgres.ts'
import type { IncomingEvent, Merge } from '../../../webhooks/log/log-batch.ts'
import type { Filter } from '../../../webhooks/matching/matching.ts'
import { applyMerges } from '../../../webhooks/subscriptions/bill-merges.ts'
import { follow, listFollows } from '../../../webhooks/subscriptions/follows.ts'
import { createReceiver } from '../../support/fakes/receiver.ts'
import { eventually } from '../../support/harness/eventually.ts'
import {
  actionOf,
  createWebhookService,
  fanOut,
  type WebhookService,
} from '../../support/webhooks/webhook-service.ts'

let service: WebhookService
let next: number

beforeEach(async () => {
  service = await createWebhookService()
  next = 1
})

async function endpointWith(filter: Filter) {
  const receiver = await createReceiver()
  const { endpoint } = await service.endpoints.create(service.owner, {
    url: receiver.url,
    events: ['*'],
    filter,
  })
  return {
    filter: async () => (await service.endpoints.get(service.owner, endpoint.id)).filter,
    async emitted() {
      await service.drain(endpoint.id)
      return receiver.received.map(({ body }) => JSON.parse(body).data.bill_id)
    },
  }
}

const emit = (merges: Merge[], ...billIds: number[]) => {
  const events: IncomingEvent[] = billIds.map((billId) => actionOf(next++, { bill_id: billId }))
  return fanOut(service.database, { moves: [], events, merges, parked: [] }, service.clock.now())
}
const followed = async () => {
  const page = { since: undefined, include_removed: false, after: undefined, limit: 50 }
  return (await listFollows(service.database, service.owner, page)).map(({ bill_id }) => bill_id)
}
const followBill = async (billId: number) =>
  (await follow(service.database, service.owner, billId, service.clock.now())).follow.bill_id

async function isAnyLockAwaited(): Promise<boolean> {
  const { rows } = await service.database.query<{ is_awaited: boolean }>(
    `SELECT EXISTS (SELECT FROM pg_stat_activity
       WHERE datname = current_database() AND wait_event_type = 'Lock') AS is_awaited`,
  )
  return rows[0]!.is_awaited
}

describe('a bill that is merged into another', () => {
  it('is followed as the other from the merge on, even at the end of a chain', async () => {
    const followers = await endpointWith({ followed: true })
    await followBill(1)
    await emit([], 1, 2, 3)
    await emit([{ bill_id: 1, into_id: 2 }])
    await emit([], 2)
    await emit([{ bill_id: 2, into_id: 3 }])
    await emit([], 1, 2, 3)
    expect(await followers.emitted()).toEqual([1, 2, 3])
    expect(await followed()).toEqual([3])
  })

  it('is reported until its merge, and the other after it, in one batch', async () => {
    const followers = await endpointWith({ followed: true })
    await followBill(1)
    await emit([{ bill_id: 1, into_id: 2 }], 1, 2)
    expect((await followers.emitted()).toSorted()).toEqual([1, 2])
  })

  it.each([
    ['one after the other', 1],
    ['in one batch', 3],
  ])('is followed to the end of a chain whose end comes first, %s', async (_how, atOnce) => {
    const followers = await endpointWith({ followed: true })
    const named = await endpointWith({ bill_ids: [1, 9] })
    const about = await endpointWith({ topic: 'education' })
    await followBill(1)
    await emit([], 1)
    // Each merge is in the partition of its losing bill, and partitions are read in any order.
    const chain = [
      { bill_id: 3, into_id: 4 },
      { bill_id: 2, into_id: 3 },
      { bill_id: 1, into_id: 2 },
    ]
    for (let start = 0; start < chain.length; start += atOnce) await emit(chain.slice(start, start + atOnce))
    // Ingest re-emits the merge of the first bill in this way.
    await emit([{ bill_id: 1, into_id: 4 }])
    expect(await followed()).toEqual([4])
    expect(await named.filter()).toEqual({ bill_ids: [9, 4] })
    await emit([], 2, 3, 4)
    expect(await followers.emitted()).toEqual([1, 4])
    expect(await named.emitted()).toEqual([1, 4])
    expect((await about.emitted()).filter((id: number) => id === 4)).toEqual([4])
    expect(await followBill(1)).toBe(4)
  })

  it('is followed to the end of a chain that two dispatchers read at the same moment', async () => {
    await followBill(1)
    const later = [{ bill_id: 2, into_id: 3 }]
    const first = await inTransaction(service.database, async (client) => {
      await applyMerges(client, later, service.clock.now())
      const emitted = emit([{ bill_id: 1, into_id: 2 }])
      // The second merge waits for this transaction, or it has not seen the first.
      await Promise.race([emitted, eventually(isAnyLockAwaited)])
      return { reported: emitted }
    })
    await first.reported
    expect(await followed()).toEqual([3])
  })

  it('is itself again if the other is merged into it later', async () => {
    await followBill(1)
    await emit([{ bill_id: 1, into_id: 2 }])
    await emit([{ bill_id: 2, into_id: 1 }])
    expect(await followed()).toEqual([1])
    expect(await followBill(2)).toBe(1)
    await emit([
      { bill_id: 1, into_id: 2 },
      { bill_id: 2, into_id: 1 },
    ])
    expect(await followed()).toEqual([1])
  })

  it('is followed as the direct target if that was itself merged over a day ago', async () => {
    await followBill(1)
    await emit([{ bill_id: 2, into_id: 3 }])
    service.clock.advance(86_400_000)
    await emit([{ bill_id: 1, into_id: 2 }])
    expect(await followed()).toEqual([2])
  })

  it('is replaced in filters and among the bills of a topic', async () => {
    const named = await endpointWith({ bill_ids: [1, 9] })
    const about = await endpointWith({ topic: 'education' })
    await emit([], 1)
    await emit([
      { bill_id: 1, into_id: 2 },
      { bill_id: 2, into_id: 3 },
    ])
    expect(await named.filter()).toEqual({ bill_ids: [9, 3] })
    await emit([], 3)
    expect(await named.emitted()).toEqual([1, 3])
    expect(await about.emitted()).toContain(3)
  })

  it('leads to the other if it is followed later', async () => {
    await emit([{ bill_id: 1, into_id: 2 }])
    await emit([{ bill_id: 2, into_id: 3 }])
    expect(await followBill(1)).toBe(3)
    expect(await followed()).toEqual([3])
    const late = await endpointWith({ bill_ids: [1, 2] })
    expect(await late.filter()).toEqual({ bill_ids: [3] })
  })

  it('is followed once by accounts that followed both', async () => {
    await followBill(1)
    await followBill(2)
    await emit([{ bill_id: 1, into_id: 2 }])
    expect(await followed()).toEqual([2])
    const page = { since: '2020-01-01', include_removed: true, after: undefined, limit: 50 }
    const changes = await listFollows(service.database, service.owner, page)
    expect(changes.filter(({ removed_at }) => removed_at !== null).map(({ bill_id }) => bill_id)).toEqual([1])
  })
})
