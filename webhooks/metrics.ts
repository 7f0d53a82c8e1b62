import { Counter, Gauge, type Registry } from 'prom-client'
import type { Clock } from '../runtime/clock.ts'
import type { Database } from '../runtime/postgres/postgres.ts'
import { type Backlog, countEndpoints, readBacklog } from './delivery/backlog.ts'
import { outcomeClass } from './http/outcome.ts'
import { outcomeWord, type Result } from './results/result.ts'

type WebhookMetrics = {
  onResult(result: Result): void
  onSend(change: 1 | -1): void
}

/** Metrics for operators. Alert on the age of the oldest due delivery. */
export function createWebhookMetrics(options: {
  registry: Registry
  database: Database
  clock: Clock
}): WebhookMetrics {
  const { registry, database, clock } = options
  const registers = [registry]
  const attempts = new Counter({
    name: 'legislog_webhook_attempts_total',
    help: 'Attempts by outcome and answer of the receiver: 2xx, 429, 5xx, timeout, tls_error, proxy_error …',
    labelNames: ['outcome', 'class'],
    registers,
  })
  const blocked = new Counter({
    name: 'legislog_webhook_blocked_total',
    help: 'Attempts refused because the address is not public',
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
  inFlight.set(0)
  let reading: ReturnType<typeof readBacklog> | undefined
  /** The gauges of one scrape share one read. */
  const backlog = (now: Date): ReturnType<typeof readBacklog> => {
    reading ??= readBacklog(database, now).finally(() => {
      reading = undefined
    })
    return reading
  }
  new Gauge({
    name: 'legislog_webhook_oldest_due_seconds',
    help: 'Age of the oldest due delivery among endpoints that may be sent to',
    registers,
    async collect() {
      const now = clock.now()
      const { oldest_due_at: dueAt } = await backlog(now)
      this.set(dueAt === null ? 0 : (now.getTime() - Date.parse(dueAt)) / 1000)
    },
  })
  new Gauge({
    name: 'legislog_webhook_pending',
    help: 'Deliveries that wait: due, scheduled for a retry, or blocked while their endpoint is paused, suspended, probed or asked for time',
    labelNames: ['state'],
    registers,
    async collect() {
      const { oldest_due_at: _, ...states } = await backlog(clock.now())
      for (const [state, count] of Object.entries(states) as [keyof Backlog, number][])
        this.set({ state }, count)
    },
  })
  new Gauge({
    name: 'legislog_webhook_endpoints',
    help: 'Endpoints by state; failing: enabled, and probed because it keeps failing',
    labelNames: ['state'],
    registers,
    async collect() {
      for (const { state, count } of await countEndpoints(database)) this.set({ state }, count)
    },
  })
  return {
    onResult(result) {
      attempts.inc({ outcome: outcomeWord(result), class: outcomeClass(result.made) })
      duration.inc(result.made.duration_ms / 1000)
      if (result.made.error === 'blocked_address') blocked.inc()
    },
    onSend: (change) => inFlight.inc(change),
  }
}
