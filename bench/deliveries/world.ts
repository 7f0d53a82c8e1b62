import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { systemClock } from '../../runtime/clock.ts'
import { createEventCodec } from '../../runtime/events/event-codec.ts'
import { createKafka, ensureTopics } from '../../runtime/kafka/client/kafka-client.ts'
import type { Database } from '../../runtime/postgres/postgres.ts'
import type { Settings } from '../../runtime/settings/settings.ts'
import { layoutOf } from '../../stack/home/layout.ts'
import { runningProcess } from '../../stack/processes/process.ts'
import { openEndpointService } from '../../webhooks/subscriptions/endpoint-service.ts'
import { deleteTopics } from '../measure/log-floors.ts'
import { findParties, readProcessorTime, timesOf } from '../measure/processor-time.ts'
import { startCommand, startScript, type Watched } from '../service/child-process.ts'
import { createScratch } from '../service/scratch-database.ts'
import { type ActionPublisher, createActionPublisher } from './publish-actions.ts'

const RECEIVER_PORT = 22_099
export const SLOW_MS = 5_000

/** Endpoints of a scenario; the slow one is one of them. */
export type Scenario = { readonly name: string; readonly endpoints: number; readonly slow: boolean }
export const scenarios: readonly Scenario[] = [
  { name: '1 endpoint', endpoints: 1, slow: false },
  { name: '20 endpoints', endpoints: 20, slow: false },
  { name: '20 endpoints, one slow', endpoints: 20, slow: true },
]
/** The default of an endpoint; a single endpoint gets the maximum. */
export const inFlightOf = ({ endpoints }: Scenario): number => (endpoints === 1 ? 20 : 4)

/** Processor milliseconds so far: of the dispatcher, and of Postgres and Redis together. */
export type Spent = { readonly own_ms: number; readonly stores_ms: number }

/** A dispatcher, a receiver and a log of a benchmark's own, on the running services. */
export type DeliveriesWorld = {
  readonly database: Database
  readonly origin: string
  readonly publisher: ActionPublisher
  readonly dispatcher: Watched
  /** In place of those of the last scenario; paths of the receiver. Gives their ids. */
  makeEndpoints(paths: readonly string[], maxInFlight: number): Promise<number[]>
  spent(): Spent
  close(): Promise<void>
}

export async function openDeliveriesWorld(settings: Settings): Promise<DeliveriesWorld> {
  const scratch = await createScratch(settings, 'deliveries')
  const { database } = scratch
  const own = {
    ...scratch.settings,
    webhook_allow_insecure: true,
    webhook_secret_key: randomBytes(32).toString('base64'),
  }
  const kafka = createKafka(own, 'bench')
  await ensureTopics(kafka, own)
  const script = join(import.meta.dirname, 'receive.ts')
  const receiver = startScript('receiver', script, [RECEIVER_PORT, SLOW_MS].map(String))
  const projector = startCommand('project', ['project'], own)
  const dispatcher = startCommand('webhooks', ['webhooks'], own)
  const service = await openEndpointService({ settings: own, database, kafka, clock: systemClock })
  const { rows } = await database.query<{ id: number; tier: 'business' }>(
    "INSERT INTO account.account (name, tier) VALUES ('bench', 'business') RETURNING id, tier",
  )
  const publisher = await createActionPublisher(kafka, own, await createEventCodec(own, database))
  const parties = await findParties(settings)
  const redis = await runningProcess(layoutOf(settings).pidFile('redis'))
  const origin = `http://127.0.0.1:${RECEIVER_PORT}`

  return {
    database,
    origin,
    publisher,
    dispatcher,
    async makeEndpoints(paths, maxInFlight) {
      await database.query('TRUNCATE webhook.endpoint, webhook.delivery, webhook.attempt CASCADE')
      const ids: number[] = []
      for (const path of paths) {
        const request = { url: origin + path, events: ['*'], max_in_flight: maxInFlight }
        ids.push((await service.endpoints.create(rows[0]!, request)).endpoint.id)
      }
      return ids
    },
    spent: () => ({
      own_ms: dispatcher.spent().cpu_s * 1000,
      stores_ms:
        readProcessorTime(parties).postgres_ms + (redis === undefined ? 0 : timesOf(redis.pid).own_ms),
    }),
    async close() {
      await publisher.close()
      await service.close()
      await dispatcher.stop()
      await projector.stop()
      await receiver.stop()
      await scratch.drop()
      await deleteTopics(kafka, own)
    },
  }
}
