import type { SearchVector } from '../words/search-vector.ts'
import { filterLexeme } from './filter-lexeme.ts'
import { tierLexemes } from './impact-tiers.ts'
import { impactsOf, type RankedKind } from './impacts.ts'
import { type TermImpacts, termImpacts } from './term-number.ts'

/** The searchable words of a row: a vector with its tiers and filters, and the impact of each word. */
export type RankedWords = TermImpacts & { readonly words: string }

/** `conditions` are filters that find the row, such as `session=2025`; `factor` lowers its impacts. */
export function rankedWords(
  vector: SearchVector,
  {
    kind,
    conditions,
    factor,
  }: { readonly kind: RankedKind; readonly conditions: readonly string[]; readonly factor: number },
): RankedWords {
  const impacts = impactsOf(vector.counts(), { kind, factor })
  for (const [form, impact] of impacts) {
    for (const lexeme of tierLexemes(form, impact)) vector.mark(lexeme)
  }
  for (const condition of conditions) vector.mark(filterLexeme(condition))
  return { words: vector.toString(), ...termImpacts(impacts) }
}
