import type { Action } from '../../../schemas/event-bodies/bill.ts'
import { committeeKey, referralKey } from './committee-key.ts'

const MAX_WORDS = 60
/** An index entry must fit in a third of a page. */
const MAX_WORD_LENGTH = 100

/** The chamber of a referral. It separates committees of different places that have the same name. */
type ReferralScope = { readonly jurisdiction: string; readonly chamber: string | null }

/** The House of `ocd-division/country:us/state:wa` → `wa.lower`. */
const prefixOf = ({ jurisdiction, chamber }: ReferralScope): string =>
  `${jurisdiction.slice(jurisdiction.lastIndexOf(':') + 1)}.${chamber ?? ''}`

/** A committee that an action lists as an organization. */
export const namedWord = (scope: ReferralScope, key: string): string =>
  `${prefixOf(scope)}=${key.slice(0, MAX_WORD_LENGTH)}`

/** The words of a text that may name a committee. */
export const textWords = (scope: ReferralScope, key: string): string[] =>
  key
    .split(' ')
    .filter((word) => word !== '')
    .slice(0, MAX_WORDS)
    .map((word) => `${prefixOf(scope)}|${word.slice(0, MAX_WORD_LENGTH)}`)

/**
 * The words by which a committee's bills are found: the organizations that a referral lists, otherwise the
 * words of its text, in their order. null if it is not a referral to a committee. Readers decide which
 * committees these are.
 */
export function referralWords(action: Action, jurisdiction: string): string[] | null {
  if (!action.classification.includes('referral-committee')) return null
  const scope = { jurisdiction, chamber: action.chamber }
  const named = action.related_entities.filter(({ entity_type }) => entity_type === 'organization')
  return named.length > 0
    ? named.slice(0, MAX_WORDS).map(({ name }) => namedWord(scope, committeeKey(name)))
    : textWords(scope, referralKey(action.description))
}
