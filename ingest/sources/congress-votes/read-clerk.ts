import { sessionYear } from '../congress/congress-numbers.ts'
import { type Fields, invalid, looseText, nullableText, textOf } from '../records/fields.ts'
import { elementOf, elementText, itemsOf } from '../records/xml.ts'
import { composeTime, isId } from './fields.ts'
import {
  type BillOfRollCall,
  countVoters,
  type RollCallRecord,
  reportTotals,
  type Tally,
  type Voter,
} from './roll-call.ts'
import { voteCategory, voteType } from './vote-question.ts'

const majorities: Readonly<Record<string, string>> = {
  'YEA-AND-NAY': '1/2',
  '2/3 YEA-AND-NAY': '2/3',
  '3/5 YEA-AND-NAY': '3/5',
  '1/2': '1/2',
  '2/3': '2/3',
  QUORUM: 'QUORUM',
  'RECORDED VOTE': '1/2',
  '2/3 RECORDED VOTE': '2/3',
  '3/5 RECORDED VOTE': '3/5',
}

/** `rollcall-vote` of the Clerk of the House: clerk.house.gov/evs/2026/roll037.xml. */
export function readClerk(document: Fields, isVacated: boolean): RollCallRecord {
  const vote = elementOf(document, 'rollcall-vote')
  const head = elementOf(vote, 'vote-metadata')
  const congress = textOf(head, 'congress')
  const question = textOf(head, 'vote-question')
  const subject = nullableText(head, 'vote-desc')
  const legisNum = looseText(head, 'legis-num')
  const bill = billOf(legisNum, congress)
  const amendment = amendmentOf(head)
  const voters = itemsOf(vote, 'vote-data/recorded-vote').map(voterOf)
  return {
    congress,
    year: sessionYear(Number(congress), Number.parseInt(textOf(head, 'session'), 10)),
    chamber: 'lower',
    number: textOf(head, 'rollcall-num'),
    date: dateOf(head),
    question: `${question}${topicOf({ legis_num: legisNum, bill, amendment, subject })}`,
    type: voteType(question),
    category: subject?.startsWith('Impeaching ') ? 'impeachment' : voteCategory(question),
    subject,
    requires: majorities[looseText(head, 'vote-type')] ?? '',
    result: looseText(head, 'vote-result'),
    result_text: looseText(head, 'vote-result'),
    bill,
    amendment,
    nomination: null,
    treaty: null,
    record_modified: null,
    is_vacated: isVacated,
    tallies: talliesOf(head, question, voters),
    voters,
    other_source: null,
    updated_at: null,
    rank: 3,
  }
}

function dateOf(head: Fields): string {
  const printed = textOf(head, 'action-date')
  const match = /^(\d{1,2})-([A-Za-z]{3})-(\d{4})$/u.exec(printed.trim())
  if (match === null) throw invalid('action-date', printed, 'a date')
  const [, day, month, year] = match
  const eastern = looseText(elementOf(head, 'action-time'), '@time-etz')
  const time = eastern === '' ? elementText(head, 'action-time') : eastern
  return composeTime({ year: year!, month: month!, day: day!, time }, 'action-date')
}

/** `H R 6945`. Quorum calls, the journal and motions to adjourn are not about a bill. */
function billOf(legisNum: string, congress: string): BillOfRollCall | null {
  const match = /^([A-Z][A-Z. ]*?) (\d\S*)$/u.exec(legisNum.trim())
  return match === null ? null : { congress, type: match[1]!.replaceAll(' ', ''), number: match[2]! }
}

function amendmentOf(head: Fields): RollCallRecord['amendment'] {
  const number = looseText(head, 'amendment-num')
  return number === ''
    ? null
    : { type: 'h-bill', number: Number(number), author: looseText(head, 'amendment-author') }
}

/** The question alone does not name its subject. */
function topicOf(asked: {
  legis_num: string
  bill: BillOfRollCall | null
  amendment: RollCallRecord['amendment']
  subject: string | null
}): string {
  const { legis_num, bill, amendment, subject } = asked
  if (amendment !== null) {
    return `: Amendment ${amendment.number} to ${bill === null ? '[unknown bill]' : legis_num}`
  }
  if (bill === null) return subject === null ? '' : `: ${subject}`
  return `: ${legis_num}${subject === null ? '' : ` ${subject}`}`
}

function voterOf(item: Fields): Voter {
  const legislator = elementOf(item, 'legislator')
  const id = nullableText(legislator, '@name-id')
  return {
    word: textOf(item, 'vote'),
    name: textOf(legislator, '#text'),
    id: isId(id) ? id : null,
    party: nullableText(legislator, '@party'),
    state: nullableText(legislator, '@state'),
    is_tie_breaker: false,
  }
}

/** Each candidate has a total. Other votes are yea and nay, or aye and no, with one line of totals. */
function talliesOf(head: Fields, question: string, voters: readonly Voter[]): readonly Tally[] {
  const candidates = itemsOf(head, 'vote-totals/totals-by-candidate')
  if (candidates.length > 0) {
    const reported = new Map(
      candidates.map((item) => [textOf(item, 'candidate'), Number(textOf(item, 'candidate-total'))]),
    )
    return reportTotals(countVoters([...reported.keys()], voters), reported)
  }
  const [yes, no] = /YEA-AND-NAY/u.test(looseText(head, 'vote-type')) ? ['Yea', 'Nay'] : ['Aye', 'No']
  const words = question === 'Call of the House' ? [] : [yes!, no!]
  const totals = elementOf(head, 'vote-totals', 'totals-by-vote')
  const lines: readonly (readonly [string, string])[] = [
    [yes!, 'yea-total'],
    [no!, 'nay-total'],
    ['Present', 'present-total'],
    ['Not Voting', 'not-voting-total'],
  ]
  const reported = lines
    .filter(([, name]) => looseText(totals, name) !== '')
    .map(([word, name]) => [word, Number(looseText(totals, name))] as const)
  return reportTotals(countVoters([...words, 'Present', 'Not Voting'], voters), new Map(reported))
}
