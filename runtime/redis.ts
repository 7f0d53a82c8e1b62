import { Redis, type RedisOptions } from 'ioredis'
import { createLog } from './log.ts'
import { redisUrl } from './services.ts'
import type { Settings } from './settings.ts'

/**
 * Redis only wakes and counts: losing it loses nothing. A worker's connection waits for ever for it to come back; a
 * producer's and a limit's fail at once, since their callers go on without it.
 */
const purposes = {
  producer: { maxRetriesPerRequest: 1, enableOfflineQueue: false, commandTimeout: 2_000 },
  worker: { maxRetriesPerRequest: null },
  limits: { maxRetriesPerRequest: 0, enableOfflineQueue: false, commandTimeout: 250 },
} as const satisfies Record<string, RedisOptions>

/** Connects at once, a worker's when it is first used. */
export function createRedis(settings: Settings, options: { for: keyof typeof purposes }): Redis {
  const log = createLog('redis', settings.log_level)
  const redis = new Redis(redisUrl(settings), {
    ...purposes[options.for],
    connectionName: `legislog-${options.for}`,
    lazyConnect: options.for === 'worker',
    retryStrategy: (attempt) => Math.min(50 * 2 ** Math.min(attempt, 6), 2_000),
  })
  redis.on('error', (error) => log.debug({ err: error, for: options.for }, 'Redis does not answer'))
  return redis
}
