import { emitReleases } from '../../../cli/wiring/emit-releases.ts'
import { rebuild } from '../../../projections/rebuild/rebuild.ts'
import type { RebuildOptions, RebuildReport } from '../../../projections/rebuild/rebuild-context.ts'
import { rollback } from '../../../projections/rebuild/swap.ts'
import type { ReaderSwitch } from '../../../projections/rebuild/switch/switch-readers.ts'
import { followReadSchemas } from '../../../projections/service/follow-read-schemas.ts'
import { systemClock } from '../../../runtime/clock.ts'
import { createKafka } from '../../../runtime/kafka/client/kafka-client.ts'
import { createLog } from '../../../runtime/log.ts'
import { createMetrics } from '../../../runtime/metrics.ts'
import { cleanUp } from '../harness/clean-up.ts'
import type { WholeService } from './whole-service.ts'

type Service = Pick<WholeService, 'settings' | 'database' | 'codec'>

const projecting = ({ settings, database, codec }: Service) => ({
  // The start of threads takes most of the time of a small load.
  settings: { ...settings, rebuild_workers: 1 },
  database,
  codec,
  kafka: createKafka(settings, 'legislog-test'),
  log: createLog('test', settings.log_level),
  clock: systemClock,
  metrics: createMetrics(),
})

/** Databases whose read schemas `startFollowing` projects. */
const followed = new WeakSet<Service['database']>()

const partsOf = (service: Service) => ({
  ...projecting(service),
  announce: emitReleases(service.codec, service.settings),
  signal: new AbortController().signal,
  // If nothing follows, the rebuild itself projects it at once.
  patience_ms: followed.has(service.database) ? 3_000 : 0,
})

/** Rebuilds as the command does. */
export function rebuildOf(service: Service, change: Partial<RebuildOptions> = {}): Promise<RebuildReport> {
  return rebuild({
    ...partsOf(service),
    swaps: true,
    accept_differences: false,
    restarts: false,
    onProgress: () => {},
    ...change,
  })
}

export function rollbackOf(
  service: Service,
  change: Partial<Parameters<typeof rollback>[0]> = {},
): Promise<ReaderSwitch> {
  return rollback({ ...partsOf(service), accept_held_back: false, report: () => {}, ...change })
}

/** Projects all read schemas, as the project service does. */
export function startFollowing(service: Service): { stop(): Promise<void> } {
  const following = followReadSchemas(projecting(service))
  followed.add(service.database)
  let stopped: Promise<void> | undefined
  const stop = () => {
    followed.delete(service.database)
    stopped ??= following.stop()
    return stopped
  }
  cleanUp(stop)
  return { stop }
}
