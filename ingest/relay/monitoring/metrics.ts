import { Gauge, type Registry } from 'prom-client'
import type { Database } from '../../../runtime/postgres/postgres.ts'
import type { RelayMonitor } from './relay-report.ts'

/** Counting stops at this number, because an operator needs no exact number then. */
const MOST_COUNTED = 100_000

/** Registers the metrics of a relay; they are read when they are requested. */
export function registerRelayMetrics(
  registry: Registry,
  relay: Pick<RelayMonitor, 'counters'>,
  database: Database,
): void {
  const registers = [registry]
  const totals = {
    events: 'Events published',
    rows: 'Outbox rows published',
    resent_rows: 'Rows sent again that another relay had claimed',
    send_failures: 'Sends that the broker did not ack',
    session_failures: 'Sessions with Postgres that were lost',
  } as const
  for (const [name, help] of Object.entries(totals)) {
    new Gauge({
      name: `legislog_relay_${name}_total`,
      help,
      registers,
      collect() {
        this.set(relay.counters()[name as keyof typeof totals])
      },
    })
  }
  new Gauge({
    name: 'legislog_relay_leases',
    help: 'Partitions that this relay publishes',
    registers,
    collect() {
      this.set(relay.counters().leases)
    },
  })
  new Gauge({
    name: 'legislog_outbox_rows',
    help: `Rows that wait for a relay, counted up to ${MOST_COUNTED}`,
    registers,
    async collect() {
      const { rows } = await database.query<{ waiting: number }>(
        `SELECT count(*) AS waiting FROM (SELECT FROM ingest.outbox LIMIT ${MOST_COUNTED}) w`,
      )
      this.set(rows[0]!.waiting)
    },
  })
}
