import type { UnmatchedReason } from '../../schemas/vocabulary/vocabulary.ts'
import type { Located, NotFound } from './located.ts'

/**
 * The result of one try of a lookup, and the version of the data that it read last: `needless` if the result needs no
 * data, null if parts of them were of different versions.
 */
export type Tried = { readonly version: number | 'needless' | null; readonly located: Located }

const MOST_SUGGESTIONS = 5

export const unmatched = (
  reason: UnmatchedReason,
  state: string | null,
  suggestions: readonly string[] = [],
): NotFound => ({ matched: false, state, reason, suggestions: suggestions.slice(0, MOST_SUGGESTIONS) })
