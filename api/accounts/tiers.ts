import type { Settings } from '../../runtime/settings/settings.ts'
import { LegislogError } from '../../schemas/errors.ts'
import {
  defaultTiers,
  type Tier,
  type TierName,
  type Tiers,
  tierNames,
} from '../../schemas/http/service/tiers.ts'

export const isTierName = (name: string): name is TierName => (tierNames as readonly string[]).includes(name)

/** The table with the settings applied: `free=60,business=1200`, or one number for every tier. */
export function tiersOf(settings: Pick<Settings, 'rate_limits' | 'lookup_limits'>): Tiers {
  const tiers = { ...defaultTiers }
  const change = (numbers: Partial<Record<TierName, number>>, column: keyof Tier) => {
    for (const name of tierNames)
      tiers[name] = { ...tiers[name], [column]: numbers[name] ?? tiers[name][column] }
  }
  change(numbersOf('RATE_LIMITS', settings.rate_limits), 'requests_a_minute')
  change(numbersOf('LOOKUP_LIMITS', settings.lookup_limits), 'lookups_a_month')
  return tiers
}

function numbersOf(env: string, text: string): Partial<Record<TierName, number>> {
  const numbers: Partial<Record<TierName, number>> = {}
  for (const part of text.trim() === '' ? [] : text.split(',')) {
    const [left = '', right] = part.split('=').map((word) => word.trim())
    const number = Number(right ?? left)
    const names = right === undefined ? tierNames : tierNames.filter((name) => name === left)
    if ((right ?? left) === '' || !Number.isInteger(number) || number < 0 || names.length === 0) {
      throw new LegislogError(
        'setting_invalid',
        `${env} is ${JSON.stringify(text)}; it must be a list such as free=60,business=1200`,
      )
    }
    for (const name of names) numbers[name] = number
  }
  return numbers
}
