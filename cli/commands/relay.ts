import type { Command } from 'commander'
import { relayChecks } from '../../ingest/relay/monitoring/health-checks.ts'
import { registerRelayMetrics } from '../../ingest/relay/monitoring/metrics.ts'
import { createRelay, relayUntilDrained } from '../../ingest/relay/relay.ts'
import { systemClock } from '../../runtime/clock.ts'
import { startServiceHealth } from '../../runtime/health/service-health.ts'
import { createKafka, ensureTopics } from '../../runtime/kafka/client/kafka-client.ts'
import { createMetrics } from '../../runtime/metrics.ts'
import { watchFrozenSessions } from '../../runtime/postgres/frozen-sessions.ts'
import { createDatabase } from '../../runtime/postgres/postgres.ts'
import { openContext } from '../context/context.ts'
import { publishedScorecards, startRequestTaker } from '../derive/take-requests.ts'
import { setAction } from '../output/answer.ts'
import { reportReady } from '../process/parent.ts'
import { untilStopped } from '../process/until-stopped.ts'

const REPORT_MS = 10_000

export function registerRelay(program: Command): void {
  setAction<{ once?: boolean }>(
    program
      .command('relay')
      .description('publish the events in the outbox of ingest to the log')
      .option('--once', 'stop when the outbox is empty'),
    async ({ options }) => {
      const { settings, log } = await openContext({ name: 'relay', needs: ['postgres', 'kafka'] })
      const kafka = createKafka(settings, 'legislog-relay', log)
      const database = createDatabase(settings, { application_name: 'legislog relay' })
      try {
        await ensureTopics(kafka, settings)
        if (options.once === true) {
          const counters = await relayUntilDrained({ settings, database, kafka, log })
          return { text: `${counters.events} events of ${counters.rows} rows published`, json: counters }
        }
        const relay = createRelay({ settings, database, kafka, log })
        relay.start()
        const taker = startRequestTaker({ settings, database, log, requests: publishedScorecards })
        const watch = watchFrozenSessions({ database, log })
        const metrics = createMetrics()
        registerRelayMetrics(metrics, relay, database)
        const health = await startServiceHealth({
          settings,
          service: 'relay',
          checks: (healthDatabase) => relayChecks({ settings, database: healthDatabase, relay }),
          facts: relay.health,
          metrics,
          clock: systemClock,
          log,
        })
        log.info('the relay runs')
        const report = setInterval(() => log.info(relay.counters(), 'relayed so far'), REPORT_MS)
        try {
          reportReady()
          await Promise.race([untilStopped({ is_service: true }), relay.done])
        } finally {
          clearInterval(report)
          await health.stop()
          await taker.stop()
          await relay.stop()
          await watch.stop()
        }
        return { json: relay.counters() }
      } finally {
        await database.end()
      }
    },
  )
}
