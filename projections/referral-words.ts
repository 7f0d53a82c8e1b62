import type { Action } from '../schemas/event/bill.ts'
import { committeeKey, referralKey } from './committee-key.ts'

const MOST_WORDS = 60
/** An index entry must fit in a third of a page. */
const LONGEST_WORD = 100

/** `ocd-division/country:us/state:wa` → `wa`: keeps apart what committees of all places are called. */
const placeOf = (jurisdiction: string): string => jurisdiction.slice(jurisdiction.lastIndexOf(':') + 1)

/** A committee that an action names as such. */
export const namedWord = (jurisdiction: string, key: string): string =>
  `${placeOf(jurisdiction)}=${key.slice(0, LONGEST_WORD)}`

/** The words of a text in which a committee may be named. */
export const textWords = (jurisdiction: string, key: string): string[] =>
  key
    .split(' ')
    .filter((word) => word !== '')
    .slice(0, MOST_WORDS)
    .map((word) => `${placeOf(jurisdiction)}|${word.slice(0, LONGEST_WORD)}`)

/**
 * By what the bills of a committee are found: the organizations that a referral names, else the words of its text, in
 * their order. null for what is no referral to a committee. Which committees these are, is asked when it is read.
 */
export function referralWords(action: Action, jurisdiction: string): string[] | null {
  if (!action.classification.includes('referral-committee')) return null
  const named = action.related_entities.filter(({ entity_type }) => entity_type === 'organization')
  return named.length > 0
    ? named.slice(0, MOST_WORDS).map(({ name }) => namedWord(jurisdiction, committeeKey(name)))
    : textWords(jurisdiction, referralKey(action.description))
}
