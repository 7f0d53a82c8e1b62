import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { openContext } from '../cli/context.ts'
import { systemClock } from '../runtime/clock.ts'
import { createKafka, ensureTopics } from '../runtime/kafka.ts'
import type { Database } from '../runtime/postgres.ts'
import { openEndpointService } from '../webhooks/endpoint-service.ts'
import { startCommand, startScript, type Watched } from './child-process.ts'
import { deleteTopics } from './load/log-floors.ts'
import { findParties, readProcessorTime, since } from './load/processor-time.ts'
import { markdown } from './load/report.ts'
import { keepResult } from './results.ts'
import { createScratch } from './scratch-database.ts'

const DELIVERIES = 30_000
const ENDPOINTS = 10
const IN_FLIGHT = 10
const BODY_BYTES = 900
const RECEIVER_PORT = 22_099

/** Drains a backlog with one dispatcher process, beside as many raw posts of undici to the same receiver. */
export async function benchDeliveries(): Promise<string> {
  const { settings } = await openContext({ name: 'bench', needs: ['postgres', 'registry', 'kafka', 'redis'] })
  const scratch = await createScratch(settings, 'deliveries')
  const own = {
    ...scratch.settings,
    webhook_allow_insecure: true,
    webhook_secret_key: randomBytes(32).toString('base64'),
  }
  const kafka = createKafka(own, 'bench')
  const origin = `http://127.0.0.1:${RECEIVER_PORT}`
  const receiver = startScript('receiver', join(import.meta.dirname, 'deliveries', 'receive.ts'), [
    String(RECEIVER_PORT),
  ])
  let dispatcher: Watched | undefined
  try {
    await ensureTopics(kafka, own)
    const service = await openEndpointService({
      settings: own,
      database: scratch.database,
      kafka,
      clock: systemClock,
    })
    await fillBacklog(scratch.database, service.endpoints, origin)
    await service.close()
    const raw = await startScript('undici', join(import.meta.dirname, 'deliveries', 'send.ts'), [
      origin,
      ...[DELIVERIES, BODY_BYTES, ENDPOINTS * IN_FLIGHT].map(String),
    ]).lastLine()
    const floor = JSON.parse(raw) as { seconds: number; cpu_s: number }

    const parties = await findParties(settings)
    const before = readProcessorTime(parties)
    dispatcher = startCommand('webhooks', ['webhooks'], own)
    const first = await whenPending(scratch.database, (pending) => pending < DELIVERIES)
    const last = await whenPending(scratch.database, (pending) => pending === 0)
    const { cpu_s, peak_mb } = dispatcher.spent()
    const servers = since(before, readProcessorTime(parties))
    const seconds = (last.at - first.at) / 1000
    const sent = first.pending
    const each = (value_s: number) => `${((value_s * 1e6) / DELIVERIES).toFixed(0)} µs`
    const text = markdown(
      ['', 'deliveries/s', 'CPU each', 'Postgres each', 'peak MB'],
      [
        [
          'one dispatcher',
          (sent / seconds).toFixed(0),
          each(cpu_s),
          each(servers.postgres_ms / 1000),
          peak_mb,
        ],
        ['raw undici', (DELIVERIES / floor.seconds).toFixed(0), each(floor.cpu_s), '', ''],
      ],
    )
    const ratio = ((sent / seconds / (DELIVERIES / floor.seconds)) * 100).toFixed(0)
    return keepResult(
      'legislog bench deliveries',
      [
        `${DELIVERIES} deliveries of ${BODY_BYTES} bytes to ${ENDPOINTS} endpoints, ${IN_FLIGHT} at once each, that answer 204 from a process of their own on this machine. The dispatcher's CPU has its start in it.`,
        `The dispatcher sends ${ratio} % of what raw undici does. Bar: 1,000 deliveries/s; aim: 50 %, 600 µs each, stores included.`,
        text,
      ].join('\n\n'),
    )
  } finally {
    await dispatcher?.stop()
    await receiver.stop()
    await scratch.drop()
    await deleteTopics(kafka, own)
  }
}

type Endpoints = Awaited<ReturnType<typeof openEndpointService>>['endpoints']

async function fillBacklog(database: Database, endpoints: Endpoints, origin: string): Promise<void> {
  const { rows } = await database.query<{ id: number; tier: 'business' }>(
    "INSERT INTO account.account (name, tier) VALUES ('bench', 'business') RETURNING id, tier",
  )
  for (let index = 0; index < ENDPOINTS; index++) {
    await endpoints.create(rows[0]!, { url: `${origin}/${index}`, events: ['*'], max_in_flight: IN_FLIGHT })
  }
  await database.query(
    `INSERT INTO webhook.event (id, ce_id, type, recorded_at, body, created_at)
     SELECT n, 'bench-' || n, 'bill.action', now(), convert_to(json_build_object('id', n, 'text', repeat(md5(n::text), $2::int / 32))::text, 'UTF8'), now()
     FROM generate_series(1, $1::int) n`,
    [DELIVERIES / ENDPOINTS, BODY_BYTES],
  )
  await database.query(
    `INSERT INTO webhook.delivery (key, event_id, endpoint_id, status, due_at, created_at, updated_at)
     SELECT 'bench-' || e.id || '-' || p.id, e.id, p.id, 'pending', now(), now(), now()
     FROM webhook.event e CROSS JOIN webhook.endpoint p`,
  )
  await database.query('ANALYZE')
}

async function whenPending(
  database: Database,
  holds: (pending: number) => boolean,
): Promise<{ at: number; pending: number }> {
  for (;;) {
    const { rows } = await database.query<{ pending: number }>(
      "SELECT count(*)::int AS pending FROM webhook.delivery WHERE status = 'pending'",
    )
    const pending = rows[0]!.pending
    if (holds(pending)) return { at: performance.now(), pending }
    await delay(50)
  }
}
