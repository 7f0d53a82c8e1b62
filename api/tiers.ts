import type { Settings } from '../runtime/settings.ts'
import { LegislogError } from '../schemas/errors.ts'
import { type TierName, tierNames } from '../schemas/http/token.ts'

export type Tier = {
  /** 0: no limit. */
  readonly requests_a_minute: number
  readonly lookups_a_month: number
  readonly webhooks: boolean
}

/** The one table of what a tier gets. The minute limits can be changed by the setting RATE_LIMITS. */
export const defaultTiers: Readonly<Record<TierName, Tier>> = {
  free: { requests_a_minute: 60, lookups_a_month: 1_000, webhooks: false },
  developer: { requests_a_minute: 300, lookups_a_month: 10_000, webhooks: false },
  business: { requests_a_minute: 1_200, lookups_a_month: 100_000, webhooks: true },
  enterprise: { requests_a_minute: 6_000, lookups_a_month: 1_000_000, webhooks: true },
}

export type Tiers = Readonly<Record<TierName, Tier>>

export const isTierName = (name: string): name is TierName => (tierNames as readonly string[]).includes(name)

/** The table with RATE_LIMITS applied: `free=60,business=1200`, or one number for every tier. */
export function tiersOf(settings: Pick<Settings, 'rate_limits'>): Tiers {
  const tiers = { ...defaultTiers }
  const text = settings.rate_limits.trim()
  if (text === '') return tiers
  for (const part of text.split(',')) {
    const [left = '', right] = part.split('=').map((word) => word.trim())
    const limit = Number(right ?? left)
    const names = right === undefined ? tierNames : tierNames.filter((name) => name === left)
    if ((right ?? left) === '' || !Number.isInteger(limit) || limit < 0 || names.length === 0) {
      throw new LegislogError(
        'setting_invalid',
        `RATE_LIMITS is ${JSON.stringify(settings.rate_limits)}; it must be such as free=60,business=1200`,
      )
    }
    for (const name of names) tiers[name] = { ...tiers[name], requests_a_minute: limit }
  }
  return tiers
}
