import { describe, expect, it } from 'vitest'
import { tiersOf } from '../../../api/accounts/tiers.ts'
import { defaultTiers } from '../../../schemas/http/service/tiers.ts'

const of = (rateLimits: string, lookupLimits = '') =>
  tiersOf({ rate_limits: rateLimits, lookup_limits: lookupLimits })

describe('tiers', () => {
  it('have their default limits if nothing is set', () => {
    expect(of('')).toEqual(defaultTiers)
    expect(defaultTiers.free).toEqual({ requests_a_minute: 60, lookups_a_month: 1_000, webhooks: false })
  })

  it('can be changed one by one or all at once', () => {
    expect(of(' free = 7 , business=0').free.requests_a_minute).toBe(7)
    expect(of('free=7,business=0').business.requests_a_minute).toBe(0)
    expect(of('free=7').developer).toEqual(defaultTiers.developer)
    expect(Object.values(of('9', '0')).map((tier) => [tier.requests_a_minute, tier.lookups_a_month])).toEqual(
      Array.from({ length: 4 }, () => [9, 0]),
    )
  })

  it.each(['free', 'gold=5', 'free=-1', 'free=1.5', 'free=', ',', '=5'])('refuse the setting %j', (text) => {
    expect(() => of(text)).toThrow(/RATE_LIMITS/)
    expect(() => of('', text)).toThrow(/LOOKUP_LIMITS/)
  })
})
