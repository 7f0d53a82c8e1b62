import { describe, expect, it } from 'vitest'
import { createPacer, pause } from '../../../../ingest/fetch/http/pacer.ts'
import { createManualClock } from '../../../support/clocks/manual-clock.ts'

const never = new AbortController().signal

describe('a pacer', () => {
  function paced(requests_per_minute: number) {
    const clock = createManualClock()
    const begun_ms = clock.now().getTime()
    const pacer = createPacer(requests_per_minute, clock, async (ms) => clock.advance(ms))
    return { clock, pacer, elapsed_ms: () => clock.now().getTime() - begun_ms }
  }

  it.each([1, 6, 60, 300, 1_000])('allows %i requests a minute, and no more', async (rate) => {
    const { pacer, elapsed_ms } = paced(rate)
    let requests = 0
    while (elapsed_ms() < 600_000) {
      await pacer.take(never)
      requests += 1
    }
    // A burst of one request, or of the requests of two seconds, is allowed.
    expect(requests).toBeGreaterThanOrEqual(10 * rate)
    expect(requests).toBeLessThanOrEqual(10 * rate + Math.max(1, Math.ceil(rate / 30)) + 1)
  })

  it('allows only a short burst after a long pause', async () => {
    const { clock, pacer, elapsed_ms } = paced(60)
    clock.advance(3_600_000)
    for (let request = 0; request < 12; request++) await pacer.take(never)
    expect(elapsed_ms() - 3_600_000).toBe(10_000)
  })

  it("allows no request before the publisher's Retry-After", async () => {
    const { clock, pacer, elapsed_ms } = paced(600)
    pacer.hold(new Date(clock.now().getTime() + 30_000))
    pacer.hold(new Date(clock.now().getTime() + 10_000))
    await pacer.take(never)
    expect(elapsed_ms()).toBe(30_000)
  })
})

describe('a pause', () => {
  it('rejects with the abort reason of its signal', async () => {
    const stop = new AbortController()
    const waited = pause(60_000, stop.signal)
    stop.abort(new Error('stopped'))
    await expect(waited).rejects.toThrow('stopped')
    await expect(pause(0, stop.signal)).rejects.toThrow('stopped')
    await pause(0, never)
  })
})
