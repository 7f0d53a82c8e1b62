export const tierNames = ['free', 'developer', 'business', 'enterprise'] as const
export type TierName = (typeof tierNames)[number]

export type Tier = {
  /** 0: no limit. */
  readonly requests_a_minute: number
  /** Billed address lookups of a calendar month (UTC); 0: none. */
  readonly lookups_a_month: number
  readonly webhooks: boolean
}

export type Tiers = Readonly<Record<TierName, Tier>>

/** The one table of tiers. The settings RATE_LIMITS and LOOKUP_LIMITS change its numbers. */
export const defaultTiers: Tiers = {
  free: { requests_a_minute: 60, lookups_a_month: 1_000, webhooks: false },
  developer: { requests_a_minute: 300, lookups_a_month: 10_000, webhooks: false },
  business: { requests_a_minute: 1_200, lookups_a_month: 100_000, webhooks: true },
  enterprise: { requests_a_minute: 6_000, lookups_a_month: 1_000_000, webhooks: true },
}
