import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { HOUR_MS } from '../../../runtime/durations.ts'
import type { Log } from '../../../runtime/log.ts'
import { startHourlyUpkeep } from '../../../runtime/postgres/hourly-upkeep.ts'
import type { Database } from '../../../runtime/postgres/postgres.ts'

const AT = '2026-12-01T00:00:00.000Z'
/** It answers the earlier of both clocks. */
const database = { query: async () => ({ rows: [{ at: AT }] }) } as unknown as Database

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('makes each sweep once an hour, logs one that fails, and makes none after it is closed', async () => {
  const swept: string[] = []
  const warnings: unknown[] = []
  const log = { warn: (_facts: unknown, message: string) => warnings.push(message) } as unknown as Log
  const upkeep = startHourlyUpkeep({ database, clock: { now: () => new Date() }, log }, [
    { failure: 'one failed', sweep: () => Promise.reject(new Error('away')) },
    { failure: 'other failed', sweep: async (now) => void swept.push(now.toISOString()) },
  ])
  await vi.advanceTimersByTimeAsync(HOUR_MS - 1)
  expect(swept).toEqual([])
  await vi.advanceTimersByTimeAsync(1 + HOUR_MS)
  expect(swept).toEqual([AT, AT])
  expect(warnings).toEqual(['one failed', 'one failed'])
  upkeep.close()
  await vi.advanceTimersByTimeAsync(HOUR_MS)
  expect(swept).toEqual([AT, AT])
})
