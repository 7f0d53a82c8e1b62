import { beforeAll, describe, expect, it } from 'vitest'
import { createKafka, ensureTopics } from '../../runtime/kafka/client/kafka-client.ts'
import { eventually } from '../support/harness/eventually.ts'
import { NIGHTLY } from '../support/harness/nightly.ts'
import { openLogSource } from '../support/log/log-sources.ts'
import { publishRaw } from '../support/log/publish-raw.ts'
import { uniquePrefix } from '../support/log/topic-names.ts'
import { type Broker, createKafkaCluster } from '../support/servers/kafka-cluster.ts'
import { createLoadedService, type LoadedService } from '../support/service/loaded-service.ts'

/** In the nightly run, the silence exceeds any request timeout. */
const SILENT_EVENTS = NIGHTLY ? 4_000 : 100

let broker: Broker
let loaded: LoadedService

beforeAll(async () => {
  const cluster = await createKafkaCluster(1)
  broker = cluster.brokers[0]!
  loaded = await createLoadedService({ kafka_brokers: cluster.addresses })
}, 240_000)

/** Ingest continues meanwhile, and its events arrive when the broker is back. */
async function goAway(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  await loaded.progress()
  await broker.end(signal)
  const reported = loaded.load.emitted()
  await eventually(() => loaded.load.emitted() > reported + 20, { timeout_ms: 20_000 })
  await broker.start()
  await loaded.progress()
}

describe('a broker that goes away under load and comes back', { timeout: 300_000 }, () => {
  it.runIf(NIGHTLY)('is awaited by every process after an orderly stop', () => goAway('SIGTERM'))

  it('is awaited by every process after it was killed', () => goAway('SIGKILL'))

  it('is awaited by every process after it was frozen', async () => {
    await loaded.progress()
    broker.signal('SIGSTOP')
    const reported = loaded.load.emitted()
    await eventually(() => loaded.load.emitted() > reported + SILENT_EVENTS, { timeout_ms: 200_000 })
    broker.signal('SIGCONT')
    await loaded.progress()
  })

  it.runIf(NIGHTLY)('is awaited while a rebuild reads from it, and no event is missing', async () => {
    const settings = { ...loaded.service.settings, topic_prefix: uniquePrefix() }
    await ensureTopics(createKafka(settings, 'legislog-test'), settings)
    const random = () => Buffer.from(crypto.getRandomValues(new Uint8Array(60_000)))
    for (let sent = 0; sent < 200; sent += 50) {
      const some = Array.from({ length: 50 }, () => ({ key: 'k', value: random(), partition: 3 }))
      await publishRaw(settings, some)
    }
    let next = 0n
    let restarting: Promise<void> | undefined
    for await (const { base_offset, count } of openLogSource(settings).batches(
      { topic: 'legislog.bills.v1', partition: 3 },
      0n,
      200n,
    )) {
      expect(base_offset).toBe(next)
      next = base_offset + BigInt(count)
      restarting ??= broker.end('SIGTERM').then(() => broker.start())
    }
    expect(next).toBe(200n)
    await restarting
  })

  it('loses no emitted event, and each event has one effect and one webhook', () => loaded.judge())
})
