import { closeWords } from '../../../runtime/words/close-words.ts'
import { tokensOf } from '../../../runtime/words/tokens.ts'
import type { ReadModel } from '../../read-schema/live-schema.ts'
import { readVocabulary } from './vocabulary.ts'

/** A word that hardly any bill has, and words that were probably meant, the most likely first. */
export type Suggestion = { readonly typed: string; readonly suggested: readonly string[] }

/** A word in this many bills is no typing error. */
const COMMON = 3
const MAX_WORDS = 5
const MAX_SUGGESTED = 3
/** A page with so many bills has what was searched for. */
const ENOUGH_BILLS = 3

/** Suggests words for the first page of a search that finds little. `q` undefined: there are no words. */
export async function suggestionsForPage(
  model: ReadModel,
  page: { readonly q: string | undefined; readonly is_first: boolean; readonly found: number },
  now: Date,
): Promise<readonly Suggestion[]> {
  const { q, is_first, found } = page
  return q === undefined || !is_first || found >= ENOUGH_BILLS ? [] : readSuggestions(model, q, now)
}

/** The member of the envelope with suggestions, if there are any. */
export const interpretedMember = (suggestions: readonly Suggestion[]): Record<string, string> =>
  suggestions.length === 0 ? {} : { interpreted: JSON.stringify({ suggestions }) }

/** Suggests words for those of a text that hardly any bill has. */
export async function readSuggestions(
  model: ReadModel,
  text: string,
  now: Date,
): Promise<readonly Suggestion[]> {
  const printed = new Map<string, string>()
  for (const { form, joins, start, end } of tokensOf(text)) {
    if (joins === 1 && /^[a-z]{4,}$/u.test(form)) printed.set(form, text.slice(start, end).toLowerCase())
  }
  const forms = [...printed.keys()].slice(0, MAX_WORDS)
  if (forms.length === 0) return []
  const { rows } = await model.read<{ id: number; form: string; bills: number }>(
    (schema, bind) => `
      SELECT 1 AS id, asked.form, n.bills FROM unnest(${bind(forms)}::text[]) asked (form), LATERAL (
        SELECT count(*) AS bills FROM (
          SELECT FROM ${schema}.bill_words w WHERE w.words @@ quote_literal(asked.form)::tsquery LIMIT ${COMMON}
        ) found) n`,
    { custom_plan: true },
  )
  const rare = rows.filter(({ bills }) => bills < COMMON)
  if (rare.length === 0) return []
  const vocabulary = await readVocabulary(model, now)
  return rare.flatMap((word) => {
    const suggested = closeWords(word, vocabulary, MAX_SUGGESTED)
    return suggested.length === 0 ? [] : [{ typed: printed.get(word.form)!, suggested }]
  })
}
