import type { RuleTable } from './rule.ts'

/** Tables of places whose words differ, by postal code. They are read before the phrases that all share. */
export const places: Readonly<Record<string, RuleTable>> = {}
