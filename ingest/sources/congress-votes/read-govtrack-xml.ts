import { type Fields, looseText, nullableText, textOf } from '../records/fields.ts'
import { elementOf, itemsOf } from '../records/xml.ts'
import { isId, rollCallTime } from './fields.ts'
import {
  type BillOfRollCall,
  countVoters,
  type RollCallRecord,
  reportTotals,
  VICE_PRESIDENT,
  type Voter,
} from './roll-call.ts'

/** Types of bills as GovTrack writes them. */
const types: Readonly<Record<string, string>> = {
  h: 'hr',
  s: 's',
  hr: 'hres',
  sr: 'sres',
  hj: 'hjres',
  sj: 'sjres',
  hc: 'hconres',
  sc: 'sconres',
}

/**
 * Reads `data.xml` of unitedstates/congress, GovTrack's format before JSON. It reports totals, and names voters by id
 * only. `year` is the year of the day; the folder has the year of the session.
 */
export function readGovtrackXml(document: Fields, record: string): RollCallRecord {
  const roll = elementOf(document, 'roll')
  const where = textOf(roll, '@where')
  const voters = itemsOf(roll, 'voter').map(voterOf)
  const words = itemsOf(roll, 'option').map((option) => elementTextOf(option))
  return {
    congress: textOf(roll, '@session'),
    year: /\/votes\/(\d{4})\//u.exec(record)?.[1] ?? textOf(roll, '@year'),
    chamber: where === 'house' ? 'lower' : 'upper',
    number: textOf(roll, '@roll'),
    date: rollCallTime(textOf(roll, '@datetime'), 'datetime'),
    question: looseText(roll, 'question'),
    type: looseText(roll, 'type'),
    category: looseText(roll, 'category'),
    subject: null,
    requires: looseText(roll, 'required'),
    result: looseText(roll, 'result'),
    result_text: looseText(roll, 'result'),
    bill: billOf(roll),
    amendment: amendmentOf(roll),
    nomination: null,
    treaty: null,
    record_modified: null,
    is_vacated: false,
    tallies: reportTotals(countVoters(words, voters), totalsOf(roll)),
    voters,
    other_source: null,
    updated_at: nullableText(roll, '@updated'),
    rank: 1,
  }
}

const elementTextOf = (option: Fields): string => textOf(option, '#text')

/** They include a tie-breaking vote. */
function totalsOf(roll: Fields): ReadonlyMap<string, number> {
  const [aye, nay, nv, present] = ['@aye', '@nay', '@nv', '@present'].map((name) =>
    Number(textOf(roll, name)),
  )
  return new Map([
    ['Aye', aye!],
    ['Yea', aye!],
    ['No', nay!],
    ['Nay', nay!],
    ['Not Voting', nv!],
    ['Present', present!],
  ])
}

function voterOf(item: Fields): Voter {
  const word = textOf(item, '@value')
  if (looseText(item, '@VP') === '1') {
    return { word, name: VICE_PRESIDENT, id: null, party: null, state: null, is_tie_breaker: true }
  }
  const id = textOf(item, '@id')
  return {
    word,
    name: id,
    id: isId(id) ? id : null,
    party: null,
    state: nullableText(item, '@state'),
    is_tie_breaker: false,
  }
}

function billOf(roll: Fields): BillOfRollCall | null {
  const bill = elementOf(roll, 'bill')
  const code = looseText(bill, '@type')
  if (code === '') return null
  const [congress, number] = [looseText(bill, '@session'), looseText(bill, '@number')]
  return { congress, type: types[code] ?? code, number }
}

function amendmentOf(roll: Fields): RollCallRecord['amendment'] {
  const amendment = elementOf(roll, 'amendment')
  const number = looseText(amendment, '@number')
  if (number === '') return null
  return { type: number.startsWith('s') ? 's' : 'h-bill', number: Number(number.replace(/\D/gu, '')) }
}
