import type { FastifyRequest } from 'fastify'
import { Counter } from 'prom-client'
import { describe, expect, it } from 'vitest'
import { createRequestCounting } from '../../../api/access/request-counting.ts'
import { createManualClock } from '../../support/clocks/manual-clock.ts'

const request = { log: { warn: () => {} } } as unknown as FastifyRequest

/** A window on a Redis that fails while `state.fails`, with the number of requests that asked it. */
function createWorld() {
  const clock = createManualClock()
  const skipped = new Counter({ name: 'skipped_total', help: 'skipped', registers: [] })
  const state = { fails: true, asked: 0 }
  const counting = createRequestCounting({
    clock,
    skipped,
    window: {
      async take() {
        state.asked += 1
        if (state.fails) throw new Error('Command timed out')
        return { allowed: true, remaining: 1, reset_s: 60 }
      },
    },
  })
  return {
    clock,
    state,
    count: (amount = 1) => counting(request, 1, 60, amount),
    skipped: async () => (await skipped.get()).values[0]!.value,
  }
}

describe('while Redis does not answer', () => {
  it('one request of a second waits for it, and all others pass at once', async () => {
    const { clock, state, count } = createWorld()
    for (const asked of [1, 2]) {
      for (let turn = 0; turn < 70; turn += 1) expect(await count()).toBeUndefined()
      expect(state.asked).toBe(asked)
      clock.advance(999)
      expect(await count()).toBeUndefined()
      expect(state.asked).toBe(asked)
      clock.advance(1)
    }
  })

  it('each request that passes is counted as skipped, by its amount', async () => {
    const { count, skipped } = createWorld()
    await count()
    await count(25)
    expect(await skipped()).toBe(26)
  })

  it('counting begins again a second after the failure', async () => {
    const { clock, state, count } = createWorld()
    await count()
    state.fails = false
    clock.advance(1_000)
    expect(await count()).toMatchObject({ allowed: true })
  })
})
