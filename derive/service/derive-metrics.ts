import { Counter, Gauge, type Registry } from 'prom-client'
import type { FillOptions } from './fill-bills.ts'

/** Counts the work of the service. */
export function createDeriveMetrics(metrics: Registry): Required<Pick<FillOptions, 'onBills' | 'onDerived'>> {
  const bills = new Counter({
    name: 'legislog_derive_bills_total',
    help: 'Changed bills whose results were compared, and derived if missing',
    registers: [metrics],
  })
  const results = new Counter({
    name: 'legislog_derive_results_total',
    help: 'Results that the service derived, or that failed',
    labelNames: ['kind', 'outcome'],
    registers: [metrics],
  })
  const last = new Gauge({
    name: 'legislog_derive_moved_timestamp_seconds',
    help: 'When the service last moved its position',
    registers: [metrics],
  })
  return {
    onBills(count) {
      bills.inc(count)
      last.setToCurrentTime()
    },
    onDerived: (kind, outcome) => results.inc({ kind, outcome }),
  }
}
