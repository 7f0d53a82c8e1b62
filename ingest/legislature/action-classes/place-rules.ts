import { midwest } from './midwest-rules.ts'
import { northeast } from './northeast-rules.ts'
import type { RuleTable } from './rule.ts'
import { southAtlantic } from './south-atlantic-rules.ts'
import { southCentral } from './south-central-rules.ts'
import { west } from './west-rules.ts'

/**
 * Tables by postal code, for places that word actions differently. They are read before the shared phrases.
 */
export const places: Readonly<Record<string, RuleTable>> = {
  ...northeast,
  ...midwest,
  ...southAtlantic,
  ...southCentral,
  ...west,
}
