import { setTimeout as delay } from 'node:timers/promises'
import { createHealthDatabase } from '../../../runtime/health/store-checks.ts'
import type { Settings } from '../../../runtime/settings/settings.ts'
import { answersGuardedKafka, answersRedis } from '../../../stack/services/probe.ts'
import type { Condition, Conditions } from './conditions.ts'

/** Limit for a frozen store. */
const PROBE_MS = 3_000

export const probedStores = ['kafka', 'postgres', 'redis'] as const satisfies readonly Condition[]

export type StoreProbes = {
  /** Asks a store now, and begins or ends its condition. Other conditions are left as they are. */
  probe(condition: Condition): Promise<void>
  close(): Promise<void>
}

export function createStoreProbes(settings: Settings, conditions: Conditions): StoreProbes {
  // As services do, over open connections: on a busy machine a login takes longer than all the patience of a probe.
  const database = createHealthDatabase(settings, 'observer')
  const answers: Record<(typeof probedStores)[number], () => Promise<boolean>> = {
    kafka: () => answersGuardedKafka(settings),
    postgres: () =>
      database.query('SELECT 1').then(
        () => true,
        () => false,
      ),
    redis: () => answersRedis(settings.redis_url),
  }
  return {
    async probe(condition) {
      const store = probedStores.find((one) => one === condition)
      if (store === undefined) return
      const late = delay(PROBE_MS, false, { ref: false })
      if (await Promise.race([answers[store](), late])) conditions.end(store)
      else conditions.begin(store)
    },
    close: () => database.end(),
  }
}
