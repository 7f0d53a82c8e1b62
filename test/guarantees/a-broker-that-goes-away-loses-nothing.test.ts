import { beforeAll, describe, it } from 'vitest'
import { eventually } from '../support/eventually.ts'
import { type Broker, createKafkaCluster } from '../support/kafka-cluster.ts'
import { createLoadedService, type LoadedService } from '../support/loaded-service.ts'
import { NIGHTLY } from '../support/nightly.ts'

/** A hundred events take about a second; by night the broker is silent for longer than any request waits. */
const SILENT_EVENTS = NIGHTLY ? 4_000 : 200

let broker: Broker
let loaded: LoadedService

beforeAll(async () => {
  const cluster = await createKafkaCluster(1)
  broker = cluster.brokers[0]!
  loaded = await createLoadedService({ kafka_brokers: cluster.addresses })
}, 240_000)

/** Ingest goes on meanwhile, and what it tells comes through when the broker is back. */
async function goAway(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  await loaded.progress()
  await broker.end(signal)
  const told = loaded.load.told()
  await eventually(() => loaded.load.told() > told + 20, { timeout_ms: 20_000 })
  await broker.start()
  await loaded.progress()
}

describe('a broker that goes away under load and comes back', { timeout: 300_000 }, () => {
  it('is waited for where it was stopped in order', () => goAway('SIGTERM'))

  it('is waited for where it was killed', () => goAway('SIGKILL'))

  it('is waited for where it only fell silent', async () => {
    await loaded.progress()
    broker.signal('SIGSTOP')
    const told = loaded.load.told()
    await eventually(() => loaded.load.told() > told + SILENT_EVENTS, { timeout_ms: 200_000 })
    broker.signal('SIGCONT')
    await loaded.progress()
  })

  it('has every event that was told, each with one effect and one webhook', () => loaded.judge())
})
