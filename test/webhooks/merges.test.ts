import { beforeEach, describe, expect, it } from 'vitest'
import { fanOut } from '../../webhooks/fan-out.ts'
import { follow, listFollows } from '../../webhooks/follows.ts'
import type { Incoming, Merge } from '../../webhooks/log-batch.ts'
import type { Filter } from '../../webhooks/matching.ts'
import { createReceiver } from '../support/receiver.ts'
import { actionOf, createWebhookService, type WebhookService } from '../support/webhook-service.ts'

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
    async told() {
      await service.drain(endpoint.id)
      return receiver.received.map(({ body }) => JSON.parse(body).data.bill_id)
    },
  }
}

const tell = (merges: Merge[], ...bill_ids: number[]) => {
  const events: Incoming[] = bill_ids.map((bill_id) => actionOf(next++, { bill_id }))
  return fanOut(service.database, { moves: [], events, merges, parked: [] }, service.clock.now())
}
const followed = async () => {
  const page = { since: undefined, include_removed: false, after: undefined, limit: 50 }
  return (await listFollows(service.database, service.owner, page)).map(({ bill_id }) => bill_id)
}
const followBill = async (bill_id: number) =>
  (await follow(service.database, service.owner, bill_id, service.clock.now())).follow.bill_id

describe('a bill that is merged into another', () => {
  it('is followed as the other from then on, also at the end of a chain', async () => {
    const followers = await endpointWith({ followed: true })
    await followBill(1)
    await tell([], 1, 2, 3)
    await tell([{ bill_id: 1, into_id: 2 }])
    await tell([], 2)
    await tell([{ bill_id: 2, into_id: 3 }])
    await tell([], 1, 2, 3)
    expect(await followers.told()).toEqual([1, 2, 3])
    expect(await followed()).toEqual([3])
  })

  it('is heard of until its merge, and the other after it, in one batch', async () => {
    const followers = await endpointWith({ followed: true })
    await followBill(1)
    await tell([{ bill_id: 1, into_id: 2 }], 1, 2)
    expect((await followers.told()).toSorted()).toEqual([1, 2])
  })

  it('is replaced in filters and among the bills of a topic', async () => {
    const named = await endpointWith({ bill_ids: [1, 9] })
    const about = await endpointWith({ topic: 'education' })
    await tell([], 1)
    await tell([
      { bill_id: 1, into_id: 2 },
      { bill_id: 2, into_id: 3 },
    ])
    expect(await named.filter()).toEqual({ bill_ids: [9, 3] })
    await tell([], 3)
    expect(await named.told()).toEqual([1, 3])
    expect(await about.told()).toContain(3)
  })

  it('means the other where it is followed late', async () => {
    await tell([{ bill_id: 1, into_id: 2 }])
    await tell([{ bill_id: 2, into_id: 3 }])
    expect(await followBill(1)).toBe(3)
    expect(await followed()).toEqual([3])
    const late = await endpointWith({ bill_ids: [1, 2] })
    expect(await late.filter()).toEqual({ bill_ids: [3] })
  })

  it('is followed once by who followed both', async () => {
    await followBill(1)
    await followBill(2)
    await tell([{ bill_id: 1, into_id: 2 }])
    expect(await followed()).toEqual([2])
    const page = { since: '2020-01-01', include_removed: true, after: undefined, limit: 50 }
    const changes = await listFollows(service.database, service.owner, page)
    expect(changes.filter(({ removed_at }) => removed_at !== null).map(({ bill_id }) => bill_id)).toEqual([1])
  })
})
