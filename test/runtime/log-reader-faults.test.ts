import { describe, expect, it } from 'vitest'
import { api, createKafkaProxy } from '../support/kafka-proxy.ts'
import { bills, createReader, drain, Store } from '../support/log-readers.ts'
import { publishRaw } from '../support/publish-raw.ts'
import { createTestTopics } from '../support/topics.ts'

describe('a log reader', () => {
  it('reads on where its line was cut in the middle of an answer', async () => {
    const settings = await createTestTopics()
    const proxy = await createKafkaProxy(settings)
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
    const store = new Store()
    const reader = createReader(settings, store, { kafka: proxy.kafka, topics: [bills] })
    await reader.start()
    void drain(reader, store)
    await store.hasReadOnce(settings, [bills])
    expect(torn).toBe(1)
  })
})
