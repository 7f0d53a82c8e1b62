import { randomBytes } from 'node:crypto'
import { partitionKey } from '../../../runtime/kafka/client/log-position.ts'
import { createLog } from '../../../runtime/log.ts'
import { type Database, inTransaction } from '../../../runtime/postgres/postgres.ts'
import type { Settings } from '../../../runtime/settings/settings.ts'
import type { TierName } from '../../../schemas/http/service/tiers.ts'
import { createDrain } from '../../../webhooks/delivery/drain.ts'
import { createDrainPool } from '../../../webhooks/delivery/drain-pool.ts'
import { createSweeper } from '../../../webhooks/delivery/sweeper.ts'
import type { Owner } from '../../../webhooks/endpoint/owner.ts'
import { type FanOutResult, writeBatch } from '../../../webhooks/fan-out/fan-out.ts'
import { createAddressGuard, type Resolver } from '../../../webhooks/http/address-guard.ts'
import type { EgressProxy } from '../../../webhooks/http/egress-proxy.ts'
import { createSender, type Sender } from '../../../webhooks/http/sender.ts'
import type { IncomingEvent, WebhookBatch } from '../../../webhooks/log/log-batch.ts'
import { loadPositions } from '../../../webhooks/log/positions.ts'
import type { Result } from '../../../webhooks/results/result.ts'
import { createResultBatcher } from '../../../webhooks/results/result-batcher.ts'
import { createSecretBox } from '../../../webhooks/secrets/secret-box.ts'
import { createEndpoints, type Endpoints } from '../../../webhooks/subscriptions/endpoints.ts'
import { createManualClock, type ManualClock } from '../clocks/manual-clock.ts'
import { createReceiver, type Mode, type Receiver } from '../fakes/receiver.ts'
import { cleanUp } from '../harness/clean-up.ts'
import { createTestDatabase } from '../stores/database.ts'

/** The webhook service without the log and Redis, on its own database, with a stopped clock. */
export type WebhookService = {
  readonly database: Database
  readonly settings: Settings
  readonly clock: ManualClock
  readonly owner: Owner
  readonly endpoints: Endpoints
  readonly sender: Sender
  readonly results: readonly Result[]
  /** Keys of answered deliveries that count for the delay metric. */
  readonly prompt: readonly string[]
  account(name: string, tier: TierName): Promise<Owner>
  /** Writes events as the consumer does, at the next offsets of bills-0. */
  fanOut(events: readonly IncomingEvent[]): Promise<FanOutResult>
  /** Sends what is due now. */
  sweep(): Promise<void>
  drain(endpointId: number): Promise<void>
  deliveries(): Promise<DeliveryRow[]>
  attempts(): Promise<AttemptRow[]>
  stop(): Promise<void>
}

export type DeliveryRow = {
  key: string
  event_id: number
  endpoint_id: number
  status: string
  attempt: number
  due_at: string
  last_status: number | null
  last_error: string | null
}

/** Writes a batch as the dispatcher does if the live read schema shows all of it. */
export function fanOut(database: Database, batch: WebhookBatch, now: Date): Promise<FanOutResult> {
  return inTransaction(database, (client) => writeBatch(client, batch, now))
}

export async function createWebhookService(
  options: {
    resolver?: Resolver
    /** Only receivers that never answer need a short deadline: any other may need seconds on a busy machine. */
    deadline_ms?: number
    database?: { database: Database; settings: Settings }
    clock?: ManualClock
    key?: Buffer
    allow_insecure?: boolean
    proxy?: EgressProxy | undefined
    connect_ms?: number
  } = {},
): Promise<WebhookService> {
  const { database, settings } = options.database ?? (await createTestDatabase())
  const clock = options.clock ?? createManualClock()
  const log = createLog('test', 'silent')
  const guard = createAddressGuard({
    allow_insecure: options.allow_insecure ?? true,
    ...(options.resolver === undefined ? {} : { resolver: options.resolver }),
  })
  const secrets = createSecretBox(options.key ?? randomBytes(32))
  const { deadline_ms = 60_000, proxy, connect_ms } = options
  const sender = createSender({ guard, clock, deadline_ms, proxy, connect_ms })
  const batcher = createResultBatcher({ database, clock, log })
  const results: Result[] = []
  const prompt: string[] = []
  let isStopping = false
  const drain = createDrain({
    database,
    sender,
    batcher,
    secrets,
    clock,
    random: () => 0.5,
    onResult: (result) => results.push(result),
    onOwnDelay: ({ key }) => prompt.push(key),
    isStopping: () => isStopping,
    // Waiting moves the clock.
    pause: async (ms) => clock.advance(ms),
  })
  const drains = createDrainPool({ drain, concurrency: 20, log })
  const sweeper = createSweeper({ database, drain: drains.run, clock, log })
  const endpoints = createEndpoints({ database, guard, sender, secrets, clock, logEnds: async () => ({}) })

  async function account(name: string, tier: TierName): Promise<Owner> {
    const { rows } = await database.query<Owner>(
      'INSERT INTO account.account (name, tier) VALUES ($1, $2) RETURNING id, tier',
      [name, tier],
    )
    return rows[0]!
  }

  const stop = async () => {
    isStopping = true
    await Promise.all([batcher.stop(), drains.settled()])
    await sender.close()
  }
  cleanUp(stop)

  return {
    database,
    settings,
    clock,
    owner: await account(`account ${randomBytes(4).toString('hex')}`, 'business'),
    endpoints,
    sender,
    results,
    prompt,
    account,
    async fanOut(events) {
      const part = { topic: 'legislog.bills.v1', partition: 0 } as const
      const from =
        (await loadPositions(database, [part], async () => ({}))).get(
          partitionKey({ topic: part.topic, partition: 0 }),
        ) ?? 0n
      const moved = events.map((event, index) => ({
        ...event,
        subject: {
          ...event.subject,
          partition_key: partitionKey({ topic: part.topic, partition: 0 }),
          offset: from + BigInt(index),
        },
      }))
      const moves = [{ ...part, from, to: from + BigInt(events.length) }]
      return fanOut(database, { moves, events: moved, merges: [], parked: [] }, clock.now())
    },
    sweep: sweeper.sweep,
    drain: drains.run,
    async deliveries() {
      const { rows } = await database.query<DeliveryRow>(
        `SELECT key, event_id, endpoint_id, status, attempt, due_at, last_status, last_error
         FROM webhook.delivery ORDER BY event_id, endpoint_id`,
      )
      return rows
    },
    async attempts() {
      const { rows } = await database.query<AttemptRow>(
        'SELECT attempt, outcome, status, error, response FROM webhook.attempt ORDER BY at, attempt',
      )
      return rows
    },
    stop,
  }
}

/** A service with one endpoint for every event, and its receiver. */
export async function createServedEndpoint(
  mode: Mode = { kind: 'ok' },
  options: Parameters<typeof createWebhookService>[0] = {},
): Promise<{ service: WebhookService; receiver: Receiver; secret: string; endpoint_id: number }> {
  const service = await createWebhookService(options)
  const receiver = await createReceiver(mode)
  const { endpoint, secret } = await service.endpoints.create(service.owner, {
    url: receiver.url,
    events: ['*'],
  })
  return { service, receiver, secret, endpoint_id: endpoint.id }
}

export type AttemptRow = {
  attempt: number
  outcome: string
  status: number | null
  error: string | null
  response: string | null
}

export const actionsOf = (count: number, first = 1): IncomingEvent[] =>
  Array.from({ length: count }, (_, index) => actionOf(first + index))

/** An action of a bill as the consumer reads it. */
export function actionOf(
  number: number,
  change: { description?: string; bill_id?: number } = {},
): IncomingEvent {
  const jurisdiction = 'ocd-division/country:us/state:wa'
  const billId = change.bill_id ?? 7
  return {
    ce_id: `event-${number}`,
    recorded_at: '2026-01-14T10:00:00.000000Z',
    data: {
      bill_id: billId,
      bill_ocd_id: 'ocd-bill/7',
      identifier: 'HB 7',
      jurisdiction,
      session: '2026',
      description: change.description ?? `Read ${number} times — passed`,
      action_id: `action-${number}`,
      date: '2026-02-01',
      chamber: 'lower',
      organization: null,
      classification: ['passage'],
    },
    subject: {
      type: 'bill.action',
      partition_key: '',
      offset: 0n,
      bill_id: billId,
      jurisdiction,
      subjects: ['Education'],
      text: `${change.description ?? ''} Education`,
    },
  }
}
