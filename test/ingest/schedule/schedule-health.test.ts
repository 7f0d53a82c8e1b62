import { expect, it } from 'vitest'
import { createScheduleHealth } from '../../../ingest/schedule/schedule-health.ts'

it('a schedule is healthy while rounds succeed, and unhealthy if none has ended for ten minutes', async () => {
  let now_ms = 0
  const { roundEnded, checks } = createScheduleHealth(() => now_ms)
  expect(await checks.rounds()).toBeUndefined()
  now_ms += 599_000
  expect(await checks.rounds()).toBeUndefined()
  now_ms += 2_000
  expect(await checks.rounds()).toBe('no round for 601 s')
  roundEnded(new Error('no connection'))
  expect(await checks.rounds()).toBe('the schedule could not be read: Error: no connection')
  roundEnded()
  expect(await checks.rounds()).toBeUndefined()
})
