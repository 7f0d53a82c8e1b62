import { expect, it } from 'vitest'
import { type Check, createReadiness, describeFailed } from '../../../runtime/health/readiness.ts'
import { createManualClock } from '../../support/clocks/manual-clock.ts'

const clock = createManualClock('2026-03-01T10:00:00.000Z')
const passes: Check = async () => undefined

const asked = (checks: Record<string, Check>, degrades: string[] = []) =>
  createReadiness({ checks, degrades, timeout_ms: 50, clock }).ask()

it('a process is ready only if every check passes, and names each failed check with its reason and time', async () => {
  expect(await asked({ kafka: passes })).toMatchObject({ status: 'ready', checks: { kafka: { ok: true } } })
  const answer = await asked({
    postgres: passes,
    kafka: async () => 'no answer',
    async redis() {
      throw new Error('refused')
    },
  })
  expect(answer).toEqual({
    status: 'not_ready',
    checked_at: '2026-03-01T10:00:00.000000Z',
    checks: {
      postgres: { ok: true, since: '2026-03-01T10:00:00.000000Z' },
      kafka: { ok: false, detail: 'no answer', since: '2026-03-01T10:00:00.000000Z' },
      redis: { ok: false, detail: 'refused', since: '2026-03-01T10:00:00.000000Z' },
    },
  })
  expect(describeFailed(answer)).toBe(
    'kafka: no answer (since 2026-03-01T10:00:00.000000Z); redis: refused (since 2026-03-01T10:00:00.000000Z)',
  )
})

it('a store that never answers fails its check within the timeout', async () => {
  const answer = await asked({ kafka: () => new Promise(() => {}) })
  expect(answer).toMatchObject({
    status: 'not_ready',
    checks: { kafka: { detail: 'no answer within 50 ms' } },
  })
})

it('a process is degraded if the only failed checks leave it able to work', async () => {
  const fails: Check = async () => 'gone'
  expect((await asked({ postgres: passes, redis: fails }, ['redis'])).status).toBe('degraded')
  expect((await asked({ postgres: fails, redis: fails }, ['redis'])).status).toBe('not_ready')
})

it('many requests for readiness cause one check of the stores', async () => {
  let looks = 0
  const readiness = createReadiness({
    checks: {
      async kafka() {
        looks++
        return undefined
      },
    },
    timeout_ms: 50,
    clock,
  })
  await Promise.all(Array.from({ length: 100 }, () => readiness.ask()))
  await readiness.ask()
  expect(looks).toBe(1)
})
