import { type Fields, invalid, looseText, nullableText, textOf } from '../records/fields.ts'
import { elementOf, itemsOf } from '../records/xml.ts'
import { composeTime, isId } from './fields.ts'
import {
  type BillOfRollCall,
  countVoters,
  type RollCallRecord,
  type Tally,
  VICE_PRESIDENT,
  type Voter,
} from './roll-call.ts'
import { voteCategory, voteType } from './vote-question.ts'

const BILL = /^(?:S|H)\.(?:R\.|(?:Con\.|J\.)?Res\.)?$/u

/** `roll_call_vote` of the Senate: …/vote1192/vote_119_2_00157.xml. */
export function readLis(document: Fields, isVacated: boolean): RollCallRecord {
  const vote = elementOf(document, 'roll_call_vote')
  const congress = textOf(vote, 'congress')
  const printedType = nullableText(vote, 'vote_question') ?? questionOf(vote)
  const voters = votersOf(vote)
  const result = looseText(vote, 'vote_result')
  return {
    congress,
    year: textOf(vote, 'congress_year'),
    chamber: 'upper',
    number: textOf(vote, 'vote_number'),
    date: timeOf(vote, 'vote_date'),
    ...headOf(vote),
    type: voteType(printedType),
    category: voteCategory(voteType(printedType)),
    requires: looseText(vote, 'majority_requirement'),
    result,
    result_text: looseText(vote, 'vote_result_text') || result,
    record_modified: nullableText(vote, 'modify_date') === null ? null : timeOf(vote, 'modify_date'),
    is_vacated: isVacated,
    tallies: talliesOf(vote, voters),
    voters,
    other_source: null,
    updated_at: null,
    rank: 3,
  }
}

const questionOf = (vote: Fields): string =>
  nullableText(vote, 'vote_question_text') ?? looseText(vote, 'question')

/** `June 5, 2026,  02:48 AM`. */
function timeOf(vote: Fields, name: string): string {
  const printed = textOf(vote, name)
  const match = /^([A-Za-z]+) (\d{1,2}), (\d{4}),?\s*(.*)$/u.exec(printed.trim())
  if (match === null) throw invalid(name, printed, 'a date')
  const [, month, day, year, time] = match
  return composeTime({ year: year!, month: month!, day: day!, time: time! }, name)
}

/**
 * Gives the question and the subject of a vote. For a cloture motion, the title says more than the question.
 * A motion to proceed to legislative business is listed under a nomination. In both cases the two are
 * swapped.
 */
function headOf(
  vote: Fields,
): Pick<RollCallRecord, 'question' | 'subject' | 'bill' | 'amendment' | 'nomination' | 'treaty'> {
  const question = questionOf(vote)
  const title = nullableText(vote, 'vote_title')
  const isCloture = question.includes('Cloture')
  const toLegislation = !isCloture && title?.includes('Legislative Session') === true
  const isTurned = title !== null && (isCloture || toLegislation)
  const about = isTurned ? { question: title, subject: question } : { question, subject: title }
  const document = toLegislation ? {} : elementOf(vote, 'document')
  const named = documentOf(document, textOf(vote, 'congress'))
  const { nomination } = named
  return {
    ...about,
    question: nomination === null ? about.question : `${about.question}: ${nomination.title}`,
    ...named,
    ...amendmentOf(vote),
  }
}

function documentOf(
  document: Fields,
  congress: string,
): Pick<RollCallRecord, 'bill' | 'nomination' | 'treaty' | 'amendment'> {
  const type = looseText(document, 'document_type')
  const number = looseText(document, 'document_number')
  const title = looseText(document, 'document_title')
  const none = { bill: null, nomination: null, treaty: null, amendment: null }
  if (type === 'PN') return { ...none, nomination: { number, title } }
  if (type === 'Treaty Doc.') return { ...none, treaty: { title } }
  if (type === '' || number === '') return none
  const ofCongress = nullableText(document, 'document_congress') ?? congress
  return { ...none, bill: { congress: ofCongress, type, number } }
}

/** An amendment names the bill that it amends, even if the document does not. */
function amendmentOf(vote: Fields): Partial<Pick<RollCallRecord, 'bill' | 'amendment' | 'treaty'>> {
  const amendment = elementOf(vote, 'amendment')
  const number = /^S\.Amdt\. (\d+)/u.exec(looseText(amendment, 'amendment_number'))?.[1]
  if (looseText(amendment, 'amendment_number') === '') return {}
  const congress = textOf(vote, 'congress')
  const amended = looseText(amendment, 'amendment_to_document_number')
  return {
    ...(number === undefined
      ? {}
      : {
          amendment: {
            type: 's',
            number: Number(number),
            purpose: looseText(amendment, 'amendment_purpose'),
          },
        }),
    ...amendedOf(amended, congress),
  }
}

function amendedOf(amended: string, congress: string): { bill?: BillOfRollCall; treaty?: Fields } {
  if (amended.includes('Treaty'))
    return { treaty: { congress: Number(congress), number: amended.split('-')[1] ?? '' } }
  const [type, number] = amended.split(' ')
  return number !== undefined && BILL.test(type!) ? { bill: { congress, type: type!, number } } : {}
}

function votersOf(vote: Fields): Voter[] {
  const tie = elementOf(vote, 'tie_breaker')
  const members = itemsOf(vote, 'members/member').map((item) => {
    const id = nullableText(item, 'lis_member_id')
    return {
      word: textOf(item, 'vote_cast'),
      name: looseText(item, 'member_full') || textOf(item, 'last_name'),
      id: isId(id) ? id : null,
      party: nullableText(item, 'party'),
      state: nullableText(item, 'state'),
      is_tie_breaker: false,
    }
  })
  if (looseText(tie, 'by_whom') === '') return members
  const word = textOf(tie, 'tie_breaker_vote')
  return [
    { word, name: VICE_PRESIDENT, id: null, party: null, state: null, is_tie_breaker: true },
    ...members,
  ]
}

/** The Senate's own totals leave out a tie-breaking vote, so it is added, as for the other layouts. */
function talliesOf(vote: Fields, voters: readonly Voter[]): readonly Tally[] {
  const ballot =
    looseText(vote, 'question') === 'Guilty or Not Guilty' ? ['Guilty', 'Not Guilty'] : ['Yea', 'Nay']
  const words = [...ballot, 'Present', 'Not Voting']
  const counted = countVoters(words, voters)
  const lines: readonly (readonly [string, string])[] = [
    [words[0]!, 'yeas'],
    [words[1]!, 'nays'],
    ['Present', 'present'],
    ['Not Voting', 'absent'],
  ]
  const reportedTotals = elementOf(vote, 'count')
  const reported = new Map(
    lines
      .filter(([, name]) => looseText(reportedTotals, name) !== '')
      .map(([word, name]) => [word, Number(looseText(reportedTotals, name))]),
  )
  const others = counted.some(({ word }) => !words.includes(word))
  // The totals count only yeas and nays: other ballot words cannot be distinguished.
  if (others) return counted
  return counted.map(({ word, value }) => ({
    word,
    value: (reported.get(word) ?? value) + (reported.has(word) ? tieBreaking(voters, word) : 0),
  }))
}

const tieBreaking = (voters: readonly Voter[], word: string): number =>
  voters.filter((voter) => voter.is_tie_breaker && voter.word === word).length
