import type { Redis, Result } from 'ioredis'

export type Count = {
  readonly allowed: boolean
  readonly remaining: number
  /** Seconds until the window is empty again; for a refused request, until the next one is allowed. */
  readonly reset_s: number
}
export type MinuteWindow = {
  /** Counts `amount` requests of an account, or of another counted thing, or none of them. */
  take(counted: number | string, limit: number, now_ms: number, amount?: number): Promise<Count>
}

const WINDOW_MS = 60_000

/**
 * A sliding window from two fixed ones: the weighted count of the last minute plus that of this one. It is
 * one script, so that two servers never both take the last place. A refused request is not counted.
 */
const script = `
local limit, elapsed, window = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local amount = tonumber(ARGV[4])
local before = tonumber(redis.call('GET', KEYS[1]) or '0')
local current = tonumber(redis.call('GET', KEYS[2]) or '0')
local weight = (window - elapsed) / window
local used = before * weight + current
if used + amount > limit then
  local wait
  if current + amount <= limit and before > 0 then
    wait = window * (1 - (limit - current - amount) / before) - elapsed
  else
    -- the current window alone is full: it becomes the one before and must first weigh less
    wait = window - elapsed + window * (1 - (limit - amount) / math.max(current, 1))
  end
  return {0, 0, math.ceil(math.max(wait, 1))}
end
redis.call('INCRBY', KEYS[2], amount)
redis.call('PEXPIRE', KEYS[2], window * 2)
return {1, math.floor(limit - used - amount), math.ceil(window - elapsed)}
`

declare module 'ioredis' {
  interface RedisCommander<Context> {
    legislogTakeRequest(
      before: string,
      current: string,
      limit: number,
      elapsed_ms: number,
      window_ms: number,
      amount: number,
    ): Result<[number, number, number], Context>
  }
}

export function createMinuteWindow(redis: Redis, prefix: string): MinuteWindow {
  redis.defineCommand('legislogTakeRequest', { numberOfKeys: 2, lua: script })
  return {
    async take(counted, limit, now_ms, amount = 1) {
      const minute = Math.floor(now_ms / WINDOW_MS)
      // The braces keep both keys in one slot of a cluster.
      const key = `${prefix}limit:{${counted}}`
      const [allowed, remaining, wait_ms] = await redis.legislogTakeRequest(
        `${key}:${minute - 1}`,
        `${key}:${minute}`,
        limit,
        now_ms - minute * WINDOW_MS,
        WINDOW_MS,
        amount,
      )
      return { allowed: allowed === 1, remaining, reset_s: Math.ceil(wait_ms / 1_000) }
    },
  }
}
