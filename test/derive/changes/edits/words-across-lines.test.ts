import { expect, it } from 'vitest'
import { describedChanges, sentencesOf } from '../../../support/derive/changes/described-changes.ts'

const section = (...lines: string[]) => ['A BILL', 'To pay for school meals.', 'SEC. 1. MEALS.', ...lines]
const meals = 'The department shall pay for the meals of every pupil in each public school of this State.'

it('words of a line that is divided are neither dropped nor added', () => {
  const from = section(
    meals,
    '(g) This section does not apply to a private school that feeds its pupils, or a school by the sea.',
  )
  const to = section(
    meals,
    '(g) This section does not apply to',
    '(1) a private school that feeds its pupils;',
    '(2) a school by the sea; or',
    '(3) the school of a prison.',
  )
  expect(sentencesOf(from, to)).toEqual(['Section 1 adds “or (3) the school of a prison.”.'])
})

it('of a paragraph that goes on in another line, only the new words are said', () => {
  const station = 'a radio station that broadcasts the menu of a school as a part of its news'
  const from = section('(b) Exceptions.', `(1) Subsection (a) does not apply to ${station}.`, meals)
  const to = section(
    '(b) Exceptions. Subsection (a) does not apply to:',
    `(1) ${station}, or a website.`,
    meals,
  )
  expect(sentencesOf(from, to)).toEqual(['Section 1 adds “, or a website” after “a part of its news”.'])
})

it('a line that is joined with the next one has not changed', () => {
  const from = section(
    'The fee is paid under section 12 of the law of meals and',
    'that conflicts with this act.',
    meals,
  )
  const to = section(
    'The fee is paid under section 12 of the law of meals and that conflicts with this act.',
    meals,
  )
  expect(describedChanges(from, to)).toMatchObject({ unchanged_wording: true, unexplained_words: 0 })
})

it('two paragraphs with some words in common stay two', () => {
  const from = section(meals, 'The board answers each request of a school within thirty days of its receipt.')
  const to = section(meals, 'Nobody who cooks for a school needs a license, except for a kitchen by the sea.')
  expect(sentencesOf(from, to)).toEqual([
    'Section 1 drops “The board answers each request of a school within thirty days of its receipt.” and adds “Nobody who cooks for a school needs a license, except for a kitchen by the sea.”.',
  ])
})
