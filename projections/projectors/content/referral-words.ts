import type { Action } from '../../../schemas/event-bodies/bill.ts'
import { committeeKey, referralKey } from './committee-key.ts'

const MAX_WORDS = 60
/** An index entry must fit in a third of a page. */
const MAX_WORD_LENGTH = 100

/** Where a bill was referred: keeps apart what committees of all places are called. */
export type ReferralScope = { readonly jurisdiction: string; readonly chamber: string | null }

/** The House of `ocd-division/country:us/state:wa` → `wa.lower`. */
const prefixOf = ({ jurisdiction, chamber }: ReferralScope): string =>
  `${jurisdiction.slice(jurisdiction.lastIndexOf(':') + 1)}.${chamber ?? ''}`

/** A committee that an action names as such. */
export const namedWord = (scope: ReferralScope, key: string): string =>
  `${prefixOf(scope)}=${key.slice(0, MAX_WORD_LENGTH)}`

/** The words of a text in which a committee may be named. */
export const textWords = (scope: ReferralScope, key: string): string[] =>
  key
    .split(' ')
    .filter((word) => word !== '')
    .slice(0, MAX_WORDS)
    .map((word) => `${prefixOf(scope)}|${word.slice(0, MAX_WORD_LENGTH)}`)

/**
 * By what the bills of a committee are found: the organizations that a referral names, else the words of its text, in
 * their order. null for what is no referral to a committee. Which committees these are, is asked when it is read.
 */
export function referralWords(action: Action, jurisdiction: string): string[] | null {
  if (!action.classification.includes('referral-committee')) return null
  const scope = { jurisdiction, chamber: action.chamber }
  const named = action.related_entities.filter(({ entity_type }) => entity_type === 'organization')
  return named.length > 0
    ? named.slice(0, MAX_WORDS).map(({ name }) => namedWord(scope, committeeKey(name)))
    : textWords(scope, referralKey(action.description))
}
