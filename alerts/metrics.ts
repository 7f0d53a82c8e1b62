import { Counter, Gauge, type Registry } from 'prom-client'
import type { Clock } from '../runtime/clock.ts'
import type { Database } from '../runtime/postgres/postgres.ts'
import { readBacklog } from './upkeep/backlog.ts'

export type AlertMetrics = {
  onItems(count: number): void
  onDigest(): void
  onMail(outcome: 'sent' | 'deferred' | 'refused'): void
}

/** Metrics for operators. Alert on the age of the oldest digest that is due, and on a hold. */
export function createAlertMetrics(options: {
  readonly registry: Registry
  readonly database: Database
  readonly clock: Clock
}): AlertMetrics {
  const { registry, database, clock } = options
  const registers = [registry]
  const items = new Counter({
    name: 'legislog_alerts_items_total',
    help: 'Changes that are to be reported to a recipient',
    registers,
  })
  const digests = new Counter({ name: 'legislog_alerts_digests_total', help: 'Digests written', registers })
  const mails = new Counter({
    name: 'legislog_alerts_mails_total',
    help: 'Attempts to mail a digest, by outcome: sent, deferred (tried again), refused',
    labelNames: ['outcome'],
    registers,
  })
  const gauge = (name: string, help: string) => new Gauge({ name, help, registers })
  const oldest = gauge('legislog_alerts_oldest_due_seconds', 'Age of the oldest digest that is due')
  const waiting = gauge('legislog_alerts_mails_waiting', 'Mails that are to be sent')
  const open = gauge('legislog_alerts_open_items', 'Changes that no digest has taken yet')
  const deferred = gauge('legislog_alerts_deferred_events', 'Events that wait for the read model')
  const parked = gauge('legislog_alerts_parked_events', 'Events that could not be read')
  new Gauge({
    name: 'legislog_alerts_held',
    help: '1 if all digests wait for legislog alerts resume, after a restore',
    registers,
    async collect() {
      const backlog = await readBacklog(database, clock.now())
      this.set(backlog.held_at === null ? 0 : 1)
      oldest.set(backlog.oldest_due_s)
      waiting.set(backlog.mails)
      open.set(backlog.items)
      deferred.set(backlog.deferred)
      parked.set(backlog.parked)
    },
  })
  return {
    onItems: (count) => items.inc(count),
    onDigest: () => digests.inc(),
    onMail: (outcome) => mails.inc({ outcome }),
  }
}
