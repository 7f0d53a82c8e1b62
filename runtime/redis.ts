import { Redis, type RedisOptions } from 'ioredis'
import { backoff_ms } from './backoff.ts'
import { createLog } from './log.ts'
import { redisUrl } from './settings/addresses.ts'
import type { Settings } from './settings/settings.ts'

/**
 * Redis only wakes and counts: losing it loses no data. A worker's connection waits forever until it is back. The
 * connections of producers and limits fail at once, since their callers continue without it.
 */
const purposes = {
  producer: { maxRetriesPerRequest: 1, enableOfflineQueue: false, commandTimeout: 2_000 },
  worker: { maxRetriesPerRequest: null },
  limits: { maxRetriesPerRequest: 0, enableOfflineQueue: false, commandTimeout: 250 },
} as const satisfies Record<string, RedisOptions>

const RECONNECT_PAUSE = { first_ms: 100, longest_ms: 2_000 } as const

/** Connects at once; a worker's connection connects at its first use. */
export function createRedis(settings: Settings, options: { for: keyof typeof purposes }): Redis {
  const log = createLog('redis', settings.log_level)
  const redis = new Redis(redisUrl(settings), {
    ...purposes[options.for],
    connectionName: `legislog-${options.for}`,
    lazyConnect: options.for === 'worker',
    retryStrategy: (attempt) => backoff_ms(RECONNECT_PAUSE, attempt),
  })
  redis.on('error', (error) => log.debug({ err: error, for: options.for }, 'Redis does not answer'))
  return redis
}
