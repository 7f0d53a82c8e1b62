import { createScheduleHealth, type ScheduleHealth } from '../../ingest/schedule/schedule-health.ts'
import { startHeartbeat } from '../../runtime/health/heartbeats.ts'
import { createReadiness } from '../../runtime/health/readiness.ts'
import { createHealthDatabase, postgresCheck } from '../../runtime/health/store-checks.ts'
import type { IngestContext } from '../context/with-ingest.ts'

/**
 * Runs a schedule with a heartbeat that reports its health. Kafka is not among its checks: without it ingest
 * continues, and its events wait in the outbox.
 */
export async function withScheduleHeartbeat(
  { settings, clock, log }: IngestContext,
  work: (health: ScheduleHealth) => Promise<void>,
): Promise<void> {
  const database = createHealthDatabase(settings, 'ingest')
  const health = createScheduleHealth()
  const readiness = createReadiness<string>({
    checks: { postgres: postgresCheck(database), ...health.checks },
    timeout_ms: settings.health_timeout_ms,
    clock,
  })
  const heart = startHeartbeat({ settings, database, service: 'ingest', readiness, clock, log })
  try {
    await work(health)
  } finally {
    await heart.stop()
    await database.end()
  }
}
