import type { Check } from '../../../runtime/health/readiness.ts'
import { partitionCount } from '../../../runtime/kafka/client/kafka-client.ts'
import { locksOfClass, PARTITION_LEASE_CLASS } from '../../../runtime/postgres/advisory-locks.ts'
import type { Database } from '../../../runtime/postgres/postgres.ts'
import type { Settings } from '../../../runtime/settings/settings.ts'
import { topics } from '../../../schemas/log/topics.ts'
import type { RelayMonitor } from './relay-report.ts'

/** The checks of a relay beside its stores: its rounds continue, and every partition is leased by some relay. */
export function relayChecks(options: {
  readonly settings: Settings
  readonly database: Database
  readonly relay: Pick<RelayMonitor, 'health'>
}): Readonly<Record<'rounds' | 'leases', Check>> {
  const { settings, database, relay } = options
  const wanted = topics.reduce((sum, { name }) => sum + partitionCount(settings, name), 0)

  return {
    async rounds() {
      const { is_ready, ms_since_progress, error } = relay.health()
      if (is_ready && error === undefined) return undefined
      return error ?? `no round for ${Math.round(ms_since_progress / 1_000)} s`
    },
    async leases() {
      const { rows } = await database.query<{ leased: number }>(
        `SELECT count(*)::int AS leased FROM ${locksOfClass('$1')}`,
        [PARTITION_LEASE_CLASS],
      )
      const { leased } = rows[0]!
      return leased >= wanted ? undefined : `${wanted - leased} of ${wanted} partitions have no relay`
    },
  }
}
