import type { SharedText } from './shared-text.ts'

/**
 * How much two texts share. `near_identical`: nearly all of the shorter text. `substantial`: at least 100 words.
 * `partial`: at least 60 words.
 */
export const bands = ['near_identical', 'substantial', 'partial'] as const
export type Band = (typeof bands)[number]

/** Two texts that share fewer words share nothing that is shown. */
export const FEWEST_SHARED_WORDS = 60
const SUBSTANTIAL_WORDS = 100
const NEARLY_ALL = 0.8

export function bandOf({ matched_words, overlap }: Pick<SharedText, 'matched_words' | 'overlap'>): Band {
  if (Math.max(overlap.of_this, overlap.of_other) >= NEARLY_ALL) return 'near_identical'
  return matched_words >= SUBSTANTIAL_WORDS ? 'substantial' : 'partial'
}
