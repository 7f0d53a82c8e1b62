import { describe, expect, it } from 'vitest'
import { Breaker } from '../../../locate/geocoder/breaker.ts'
import { createManualClock } from '../../support/clocks/manual-clock.ts'

const failFiveTimes = (breaker: Breaker) => {
  for (let count = 0; count < 5; count++) {
    expect(breaker.mayCall()).toBe(true)
    breaker.report(false)
  }
}

describe('a breaker', () => {
  it('lets no call pass for 30 seconds after five failures in a row', () => {
    const clock = createManualClock()
    const breaker = new Breaker(clock)
    failFiveTimes(breaker)
    expect(breaker.mayCall()).toBe(false)
    clock.advance(29_999)
    expect(breaker.mayCall()).toBe(false)
    clock.advance(1)
    expect(breaker.mayCall()).toBe(true)
  })

  it('lets one call decide after the pause, and no second one until it has ended', () => {
    const clock = createManualClock()
    const breaker = new Breaker(clock)
    failFiveTimes(breaker)
    clock.advance(30_000)
    expect([breaker.mayCall(), breaker.mayCall()]).toEqual([true, false])
    breaker.report(true)
    expect([breaker.mayCall(), breaker.mayCall()]).toEqual([true, true])
  })

  it('counts failures in a row only', () => {
    const breaker = new Breaker(createManualClock())
    for (let count = 0; count < 20; count++) {
      expect(breaker.mayCall()).toBe(true)
      breaker.report(count % 4 === 0)
    }
  })
})
