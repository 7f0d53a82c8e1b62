import { Counter, Histogram, type Registry } from 'prom-client'
import { LegislogError } from '../../schemas/errors.ts'
import type { Kind } from '../methods/method.ts'

/** Seconds. A small bill takes milliseconds, the largest pairs of versions take seconds. */
const BUCKETS = [0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30]

/** Counts what a process derives. A registry has these metrics once. */
export function createResultMetrics(metrics: Registry) {
  const requests = new Counter({
    name: 'legislog_derive_requests_total',
    help: 'Requests for derived results that were stored already, or had to be computed',
    labelNames: ['kind', 'outcome'],
    registers: [metrics],
  })
  const failures = new Counter({
    name: 'legislog_derive_failures_total',
    help: 'Results that could not be derived, by error code',
    labelNames: ['kind', 'code'],
    registers: [metrics],
  })
  const seconds = new Histogram({
    name: 'legislog_derive_seconds',
    help: 'Time to derive a result, with the wait for a thread',
    labelNames: ['kind'],
    buckets: BUCKETS,
    registers: [metrics],
  })
  const cacheFailures = new Counter({
    name: 'legislog_derive_cache_failures_total',
    help: 'Times that stored results could not be read or written',
    labelNames: ['action'],
    registers: [metrics],
  })
  return {
    requests,
    cache_failures: cacheFailures,
    async measure<T>(kind: Kind, work: () => Promise<T>): Promise<T> {
      const end = seconds.startTimer({ kind })
      try {
        return await work()
      } catch (error) {
        failures.inc({ kind, code: error instanceof LegislogError ? error.code : 'other' })
        throw error
      } finally {
        end()
      }
    },
  }
}
