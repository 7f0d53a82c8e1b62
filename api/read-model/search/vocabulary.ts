import { HOUR_MS } from '../../../runtime/durations.ts'
import type { CountedWord } from '../../../runtime/words/close-words.ts'
import type { ReadModel } from '../../read-schema/live-schema.ts'

/** New words are suggested after this time. */
const KEPT_MS = HOUR_MS

type Known = { readonly read_at_ms: number; readonly words: readonly CountedWord[] }
const known = new WeakMap<ReadModel, Known>()

/** The words of bills in titles, numbers, subjects and abstracts, by the last count of words. None before the first count. */
export async function readVocabulary(model: ReadModel, now: Date): Promise<readonly CountedWord[]> {
  const now_ms = now.getTime()
  const last = known.get(model)
  if (last !== undefined && Math.abs(now_ms - last.read_at_ms) < KEPT_MS) return last.words
  const { rows } = await model.read<{ id: number; form: string; bills: number }>(
    (_schema, bind) => `
      SELECT 1 AS id, f.word AS form, f.rows AS bills
      FROM search.word_count n JOIN search.word_frequency f ON f.count_number = n.number
      WHERE n.is_live AND n.counted_table = 'bill_words' AND f.word ~ ${bind('^[a-z]{4,}$')}`,
  )
  if (rows.length > 0) known.set(model, { read_at_ms: now_ms, words: rows })
  return rows
}
