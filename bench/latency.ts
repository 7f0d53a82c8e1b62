import { randomBytes } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { ensureAccount, issueToken } from '../api/accounts/accounts.ts'
import { openContext } from '../cli/context/context.ts'
import { appendLiveEvents } from '../corpus/live/live-events.ts'
import { systemClock } from '../runtime/clock.ts'
import { createEventCodec } from '../runtime/events/event-codec.ts'
import { createKafka } from '../runtime/kafka/client/kafka-client.ts'
import { openEndpointService } from '../webhooks/subscriptions/endpoint-service.ts'
import { pollChanges } from './latency/poll-changes.ts'
import { receiveDeliveries } from './latency/receive-deliveries.ts'
import { Waits } from './latency/waits.ts'
import { findParties, readProcessorTime, since } from './measure/processor-time.ts'
import { keepResult } from './measure/results.ts'
import { markdown } from './measure/tables.ts'
import { startCommand } from './service/child-process.ts'
import { type CorpusStack, withCorpus } from './service/corpus-stack.ts'
import { untilListening } from './service/until-listening.ts'
import { wholeNumber } from './service/whole-number.ts'

const WARM_UP_MS = 10_000
const DRAIN_MS = 20_000

/**
 * Measures how long after its commit to the outbox an event is visible to a reader of changes, and its webhook arrives.
 */
export async function benchLatency(bills: string, events_per_s: string, seconds: string): Promise<string> {
  const { settings, log } = await openContext({ name: 'bench' })
  const rate = wholeNumber('events_per_s', events_per_s)
  const watch_s = wholeNumber('seconds', seconds)
  const overrides = {
    webhook_allow_insecure: true,
    webhook_secret_key: randomBytes(32).toString('base64'),
    rate_limits: 'business=0',
  }
  const options = {
    settings,
    log,
    name: 'latency',
    bills,
    projected: true,
    overrides,
  }
  return withCorpus(options, (stack) => measureLatency(stack, rate, watch_s))
}

async function measureLatency(stack: CorpusStack, rate: number, watch_s: number): Promise<string> {
  const { settings, database } = stack
  const origin = `http://${settings.host}:${settings.port}`
  const account = await ensureAccount(database, 'bench', 'business')
  const { token } = await issueToken(database, account)
  const codec = await createEventCodec(settings, database)
  const visible = new Waits()
  const delivered = new Waits()
  const receiver = await receiveDeliveries((billId) => delivered.seen(billId, Date.now()))
  const services = ['relay', 'project', 'api', 'webhooks'].map((name) => startCommand(name, [name], settings))
  const polling = new AbortController()
  try {
    await untilListening(origin)
    await createEndpoint(stack, account, receiver.url)
    const polled = pollChanges({ origin, token, visible, signal: polling.signal })
    const live = await appendLiveEvents({
      ...stack,
      codec,
      events_per_s: rate,
      seed: 1,
      onAppended(appended) {
        for (const waits of [visible, delivered]) waits.begin(appended)
      },
    })
    await Promise.race([delay(WARM_UP_MS), live.failed, polled])
    for (const waits of [visible, delivered]) waits.restart()
    const parties = await findParties(settings)
    const before = {
      servers: readProcessorTime(parties),
      cpu: services.map((one) => one.spent().cpu_s),
      events: live.events(),
    }
    await Promise.race([delay(watch_s * 1000), live.failed, polled])
    const servers = since(before.servers, readProcessorTime(parties))
    const cpu = services.map((one, index) => one.spent().cpu_s - before.cpu[index]!)
    const events = live.events() - before.events
    const behind_ms = live.behind_ms()
    await live.stop()
    for (const until = Date.now() + DRAIN_MS; Date.now() < until && visible.open + delivered.open > 0; )
      await delay(100)
    polling.abort()
    const each = (s: number) => `${((s * 1e6) / events).toFixed(0)}`
    return keepResult(
      'legislog bench latency',
      [
        `${stack.bills} bills stored; ${(events / watch_s).toFixed(0)} events/s for ${watch_s} s (wanted ${rate}; the writer was ${behind_ms.toFixed(0)} ms behind at the end), all services as processes of their own on this machine. From the commit to the outbox.`,
        'Bar: append to visible p95 < 1500 ms; aim 500 ms.',
        markdown(
          ['', 'seen', 'p50 ms', 'p95 ms', 'p99 ms', 'longest ms', 'never seen'],
          [
            [
              'visible through the API (updated_since)',
              visible.taken.count,
              ...visible.taken.cells(),
              visible.open,
            ],
            ['webhook delivered', delivered.taken.count, ...delivered.taken.cells(), delivered.open],
          ],
        ),
        markdown(
          ['CPU', 'µs an event'],
          [
            ...services.map((one, index) => [one.spent().name, each(cpu[index]!)]),
            ['Postgres', each(servers.postgres_ms / 1000)],
            ['Kafka', each(servers.kafka_ms / 1000)],
          ],
        ),
      ].join('\n\n'),
    )
  } finally {
    polling.abort()
    await Promise.all(services.map((service) => service.stop()))
    await receiver.close()
  }
}

type Account = Awaited<ReturnType<typeof ensureAccount>>

async function createEndpoint(
  { settings, database }: CorpusStack,
  account: Account,
  url: string,
): Promise<void> {
  const kafka = createKafka(settings, 'bench')
  const service = await openEndpointService({ settings, database, kafka, clock: systemClock })
  await service.endpoints.create(account, { url, events: ['*'], max_in_flight: 10 })
  await service.close()
}
