import type { RuleTable } from '../rule.ts'
import { midwest } from './midwest.ts'
import { northeast } from './northeast.ts'
import { southAtlantic } from './south-atlantic.ts'
import { southCentral } from './south-central.ts'
import { west } from './west.ts'

/** Tables of places whose words differ, by postal code. They are read before the phrases that all share. */
export const places: Readonly<Record<string, RuleTable>> = {
  ...northeast,
  ...midwest,
  ...southAtlantic,
  ...southCentral,
  ...west,
}
