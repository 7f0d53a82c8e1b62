import { Counter, Gauge, type Registry } from 'prom-client'
import type { Clock } from '../runtime/clock.ts'
import type { Database } from '../runtime/postgres.ts'
import { outcomeWord, type Result } from './result.ts'

export type WebhookMetrics = {
  onResult(result: Result): void
  onSend(change: 1 | -1): void
}

/** What an operator watches. The age of the oldest due delivery is the alarm that matters. */
export function createWebhookMetrics(options: {
  registry: Registry
  database: Database
  clock: Clock
}): WebhookMetrics {
  const { registry, database, clock } = options
  const registers = [registry]
  const attempts = new Counter({
    name: 'legislog_webhook_attempts_total',
    help: 'Attempts by what they came to',
    labelNames: ['outcome'],
    registers,
  })
  const blocked = new Counter({
    name: 'legislog_webhook_blocked_total',
    help: 'Attempts refused since the address is not a public one',
    registers,
  })
  const duration = new Counter({
    name: 'legislog_webhook_attempt_seconds_total',
    help: 'Time spent in attempts',
    registers,
  })
  const inFlight = new Gauge({
    name: 'legislog_webhook_in_flight',
    help: 'Attempts under way in this process',
    registers,
  })
  const oldest = new Gauge({
    name: 'legislog_webhook_oldest_due_seconds',
    help: 'How long the oldest due delivery of an active endpoint has waited',
    registers,
  })
  new Gauge({
    name: 'legislog_webhook_pending',
    help: 'Deliveries that wait for an attempt',
    registers,
    async collect() {
      const { pending, oldest_due_at } = await readBacklog(database, clock.now())
      this.set(pending)
      oldest.set(oldest_due_at === null ? 0 : (clock.now().getTime() - Date.parse(oldest_due_at)) / 1000)
    },
  })
  return {
    onResult(result) {
      attempts.inc({ outcome: outcomeWord(result) })
      duration.inc(result.made.duration_ms / 1000)
      if (result.made.error === 'blocked_address') blocked.inc()
    },
    onSend: (change) => inFlight.inc(change),
  }
}

async function readBacklog(
  database: Database,
  now: Date,
): Promise<{ pending: number; oldest_due_at: string | null }> {
  const { rows } = await database.query<{ pending: number; oldest_due_at: string | null }>(
    `SELECT count(*) AS pending, min(due_at) FILTER (WHERE due_at <= $1) AS oldest_due_at
     FROM webhook.delivery WHERE status = 'pending'`,
    [now],
  )
  return rows[0] ?? { pending: 0, oldest_due_at: null }
}
