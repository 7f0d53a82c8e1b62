import {
  asFields,
  type Fields,
  fieldsOf,
  invalid,
  looseText,
  nullableText,
  textOf,
} from '../records/fields.ts'
import { mapVoter, rollCallTime } from './fields.ts'
import {
  type BillOfRollCall,
  countVoters,
  type RollCallRecord,
  VICE_PRESIDENT,
  type Voter,
} from './roll-call.ts'

/** `data.json` of unitedstates/congress: `votes` has a list of voters for each word of the ballot. */
export function readJson(fields: Fields): RollCallRecord {
  const votes = asFields(fields.votes, 'votes')
  const words = Object.keys(votes)
  const voters = words.flatMap((word) => votersOf(votes, word))
  return {
    congress: looseText(fields, 'congress'),
    year: looseText(fields, 'session'),
    chamber: chamberOf(fields),
    number: looseText(fields, 'number'),
    date: rollCallTime(textOf(fields, 'date'), 'date'),
    question: looseText(fields, 'question'),
    type: looseText(fields, 'type'),
    category: looseText(fields, 'category'),
    subject: nullableText(fields, 'subject'),
    requires: looseText(fields, 'requires'),
    result: looseText(fields, 'result'),
    result_text: looseText(fields, 'result_text'),
    bill: billOf(fields),
    amendment: subjectOf(fields, 'amendment'),
    nomination: subjectOf(fields, 'nomination'),
    treaty: subjectOf(fields, 'treaty'),
    record_modified: nullableText(fields, 'record_modified'),
    is_vacated: false,
    tallies: countVoters(words, voters),
    voters,
    other_source: otherSource(looseText(fields, 'source_url')),
    updated_at: nullableText(fields, 'updated_at'),
    rank: 2,
  }
}

function chamberOf(fields: Fields): 'upper' | 'lower' {
  const chamber = textOf(fields, 'chamber')
  if (chamber !== 'h' && chamber !== 's') throw invalid('chamber', chamber, 'h or s')
  return chamber === 'h' ? 'lower' : 'upper'
}

/** A tie in the Senate has the text `VP` among its voters. */
function votersOf(votes: Fields, word: string): Voter[] {
  const list = votes[word]
  if (!Array.isArray(list)) throw invalid(`votes.${word}`, list, 'a list')
  return list.map((item: unknown, index) =>
    item === 'VP'
      ? { word, name: VICE_PRESIDENT, id: null, party: null, state: null, is_tie_breaker: true }
      : mapVoter(asFields(item, `votes.${word}[${index}]`), word),
  )
}

function billOf(fields: Fields): BillOfRollCall | null {
  const bill = fieldsOf(fields, 'bill')
  if (Object.keys(bill).length === 0) return null
  return {
    congress: looseText(bill, 'congress'),
    type: looseText(bill, 'type'),
    number: looseText(bill, 'number'),
  }
}

function subjectOf(fields: Fields, name: string): Fields | null {
  const subject = fieldsOf(fields, name)
  return Object.keys(subject).length === 0 ? null : subject
}

/** Early votes come from the collection of a political scientist. */
function otherSource(url: string): string | null {
  return url === '' || /\b(?:clerk\.house|senate)\.gov\b/u.test(url) ? null : url
}
