import { describe, expect, it } from 'vitest'
import type { Settings } from '../../../../runtime/settings/settings.ts'
import {
  api,
  createKafkaProxy,
  type KafkaProxy,
  withHeartbeatError,
} from '../../../support/faults/kafka-proxy.ts'
import { eventually } from '../../../support/harness/eventually.ts'
import { bills, createReader, drain, messages, Store, votes } from '../../../support/log/log-readers.ts'
import { publishRaw } from '../../../support/log/publish-raw.ts'
import { createTestTopics } from '../../../support/log/topics.ts'

const REBALANCE_IN_PROGRESS = 27

async function createWorld(): Promise<{ settings: Settings; proxy: KafkaProxy; store: Store }> {
  const settings = await createTestTopics()
  return { settings, proxy: await createKafkaProxy(settings), store: new Store() }
}

describe('a log reader', () => {
  it('resumes if its connection was cut in the middle of an answer', async () => {
    const { settings, proxy, store } = await createWorld()
    const random = () => Buffer.from(crypto.getRandomValues(new Uint8Array(60_000)))
    const some = Array.from({ length: 50 }, () => ({ key: 'k', value: random(), partition: 1 }))
    await publishRaw(settings, some)
    let torn = 0
    const tear = (answer: Buffer) => {
      if (torn > 0 || answer.length < 500_000) return answer
      torn++
      return 'torn'
    }
    proxy.change(api.fetch, tear, 100)
    const reader = createReader(settings, store, { kafka: proxy.kafka, topics: [bills] })
    await reader.start()
    void drain(reader, store)
    await store.hasReadOnce(settings, [bills])
    expect(torn).toBe(1)
  })

  it('reads ahead in every partition while no batch is taken, and keeps sending heartbeats', async () => {
    const { settings, proxy, store } = await createWorld()
    await publishRaw(settings, [...messages(0, 200), ...messages(200, 300, { topic: votes })])
    const reader = createReader(settings, store, { kafka: proxy.kafka })
    await reader.start()
    await eventually(() => reader.health().queued_events === 300, { timeout_ms: 10_000 })
    reader.pause()
    await publishRaw(settings, messages(300, 400))
    const { epoch } = reader.health()
    const before = proxy.count(api.heartbeat)
    await eventually(() => proxy.count(api.heartbeat) > before + 1, { timeout_ms: 10_000 })
    expect(reader.health()).toMatchObject({ queued_events: 300, epoch, crashes: 0 })
    reader.resume()
    void drain(reader, store)
    await store.hasReadOnce(settings, [bills, votes])
  })

  it('drops its queue and joins again if a heartbeat reports a rebalance', async () => {
    const { settings, proxy, store } = await createWorld()
    await publishRaw(settings, messages(0, 200))
    const reader = createReader(settings, store, { kafka: proxy.kafka })
    await reader.start()
    await eventually(() => reader.health().queued_events === 200, { timeout_ms: 10_000 })
    const held = await reader.next({ max_events: 10, flush_ms: 0 })
    proxy.change(api.heartbeat, withHeartbeatError(REBALANCE_IN_PROGRESS))
    await eventually(() => !reader.isCurrent(held!.epoch), { timeout_ms: 10_000 })
    void drain(reader, store)
    await store.hasReadOnce(settings, [bills])
    expect(reader.health().crashes).toBe(0)
  })
})
