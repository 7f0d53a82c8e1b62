import { expect, it } from 'vitest'
import { describedChanges, sentencesOf } from '../../../support/derive/changes/described-changes.ts'

const law = [
  'SECTION 1. MEALS.',
  'The department shall pay for the meals of every pupil in each public school.',
]

it.each([
  ['"An Act relating to school meals."', 'Relating to school meals'],
  ['A BILL for an Act to pay for school meals.', 'AN ACT to pay for school meals.'],
  ['An act relating to school meals', 'No. 44. An act relating to school meals.'],
])('how a title is printed is no change: %s', (older, newer) => {
  expect(describedChanges([older, ...law], ['Enrolled HB 133', newer, ...law]).unchanged_wording).toBe(true)
})

it('a title with other words has changed', () => {
  expect(
    sentencesOf(['An Act relating to school meals.', ...law], ['An Act relating to meals.', ...law]),
  ).toEqual(['The title drops “school” after “An Act relating to”.'])
})

it('an enrolled resolution without a title has not lost one, but may have lost a recital', () => {
  const recital = 'Whereas pupils are hungry at noon;'
  const printed = (...lines: string[]) => [
    'H. CON. RES. 73',
    'CONCURRENT RESOLUTION',
    ...lines,
    'That',
    ...law,
  ]
  const enrolled = printed('Resolved by the House of Representatives (the Senate concurring),')
  expect(sentencesOf(printed('Authorizing meals in the Capitol.'), enrolled)).toEqual([])
  expect(sentencesOf(printed('Authorizing meals in the Capitol.', recital), enrolled)).toEqual([
    `The preamble drops “${recital}”.`,
  ])
})

it.each(['2-13-26 8:33 AM', ' Date Governor signed bill: March 5, 2026'])(
  'what is printed behind the last words is no change: %s',
  (tail) => {
    const end = ['SECTION 2. EFFECTIVE DATE.', 'This bill takes effect on May 6, 2026.']
    const printed = [...law, end[0]!, `${end[1]}${tail}`]
    expect(describedChanges([...law, ...end], printed).unchanged_wording).toBe(true)
  },
)

it('names of sponsors and votes of committees in the head are no change', () => {
  const head = ['Chief Sponsor: Ada Lee', 'House Sponsor:', 'LONG TITLE', 'This bill pays for school meals.']
  const other = head
    .with(1, 'House Sponsor: Bo Fox')
    .toSpliced(2, 0, 'Legislative Vote: 15 voting for 0 voting against')
  expect(describedChanges([...head, ...law], [...other, ...law]).unchanged_wording).toBe(true)
})
