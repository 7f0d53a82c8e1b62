import { describe, expect, it } from 'vitest'
import type { LogReader } from '../../../../runtime/kafka/log-reader/log-reader.ts'
import type { Settings } from '../../../../runtime/settings/settings.ts'
import { createKafkaProxy, type KafkaProxy } from '../../../support/faults/kafka-proxy.ts'
import { eventually } from '../../../support/harness/eventually.ts'
import { bills, createReader, drain, messages, Store } from '../../../support/log/log-readers.ts'
import { publishRaw } from '../../../support/log/publish-raw.ts'
import { createTestTopics, cutBack } from '../../../support/log/topics.ts'

const held = { partition: 2 }

type World = { settings: Settings; proxy: KafkaProxy; store: Store; reader: LogReader; read: Promise<void> }

/** A reader that has read thirty events, and a log that has lost them all. */
async function readAndCut(look_ms: number): Promise<World> {
  const settings = await createTestTopics()
  const proxy = await createKafkaProxy(settings)
  const store = new Store()
  await publishRaw(settings, messages(0, 30, held))
  const reader = createReader(settings, store, { kafka: proxy.kafka, topics: [bills], look_ms })
  await reader.start()
  const read = drain(reader, store)
  read.catch(() => {})
  await store.hasReadOnce(settings, [bills])
  await cutBack(settings, proxy)
  return { settings, proxy, store, reader, read }
}

describe('the truncation of a log under a reader', () => {
  it('halts the reader if new events replace those that it has read', async () => {
    const { settings, store, reader, read } = await readAndCut(3_600_000)
    await publishRaw(settings, messages(30, 40, held))
    await eventually(() => reader.health().state === 'halted', { timeout_ms: 60_000 })
    await expect(read).rejects.toMatchObject({ code: 'log_epoch' })
    expect(reader.health()).toMatchObject({ crashes: 0, error: expect.stringMatching(/ends at 10.*is 30/) })
    expect(store.positions.get(`${bills}:2`)).toBe(30n)
  })

  it('halts the reader if nothing replaces them', async () => {
    const { reader, read } = await readAndCut(200)
    await eventually(() => reader.health().state === 'halted', { timeout_ms: 60_000 })
    await expect(read).rejects.toMatchObject({ code: 'log_epoch' })
    expect(reader.health()).toMatchObject({ crashes: 0, error: expect.stringMatching(/ends at 0.*is 30/) })
  })
})
