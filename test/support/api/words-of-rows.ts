import { TIERS } from '../../../runtime/ranking/impact-tiers.ts'
import { termNumber } from '../../../runtime/ranking/term-number.ts'

/**
 * SQL for the searchable words of generated rows `n`: one row in 300 has each numbered word, every second one has the
 * common form, with impacts from 300 to 999.
 */
export function wordsOfRows(common: string): string {
  const impact = '300 + n * 7 % 700'
  const tiers = TIERS.map(
    (least, tier) => `CASE WHEN ${impact} >= ${least} THEN ' ''${common}@${tier}''' ELSE '' END`,
  )
  const lexemes = `' ''${common}'':2A' || ${tiers.join(' || ')}`
  return `
    ('''word' || n % 300 || ''':1A' || CASE n % 2 WHEN 0 THEN ${lexemes} ELSE '' END)::tsvector AS words,
    CASE n % 2 WHEN 0 THEN ARRAY[${termNumber(common)}::bigint] ELSE '{}' END AS terms,
    CASE n % 2 WHEN 0 THEN ARRAY[${impact}] ELSE '{}' END AS impacts, false AS deleted`
}
