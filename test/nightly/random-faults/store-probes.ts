import { setTimeout as delay } from 'node:timers/promises'
import type { Settings } from '../../../runtime/settings/settings.ts'
import { answersGuardedKafka, answersPostgres, answersRedis } from '../../../stack/services/probe.ts'
import type { Condition, Conditions } from './conditions.ts'

/** Limit for a frozen store. */
const PROBE_MS = 3_000

export const probedStores = ['kafka', 'postgres', 'redis'] as const satisfies readonly Condition[]

export type StoreProbes = {
  /** Asks a store now, and begins or ends its condition. Other conditions are left as they are. */
  probe(condition: Condition): Promise<void>
}

export function createStoreProbes(settings: Settings, conditions: Conditions): StoreProbes {
  const answers: Record<(typeof probedStores)[number], () => Promise<boolean>> = {
    kafka: () => answersGuardedKafka(settings),
    postgres: () => answersPostgres(settings.database_url),
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
  }
}
