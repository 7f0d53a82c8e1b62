import { expect, it } from 'vitest'
import { describedChanges, sentencesOf } from '../../../support/derive/changes/described-changes.ts'

const head = ['A BILL', 'To pay for school meals.']
const meals = ['Section 1. The department shall pay for the meals of every pupil in each public school.']

it('a section that only has the number of another one is rewritten, and no date is said to be dropped', () => {
  const end = 'Sec. 2. Except as provided in sec. 5 of this Act, this Act takes effect July 1, 2027.'
  const other =
    'Sec. 2. AS 36.90.310(a), enacted by sec. 5 of this Act, is amended to read: An agency shall pay a school that feeds its pupils within thirty days, and shall tell each of its pupils why it did not.'
  const [said, ...others] = sentencesOf([...head, ...meals, end], [...head, ...meals, other])
  expect(said).toMatch(/^Section 2 is rewritten \(18 words become \d+\): it began “Except as provided/u)
  expect(others).toEqual([])
})

it('the number of a section is no change beside its renumbering', () => {
  const moved = meals[0]!.replace('Section 1.', 'Sec. 2.')
  expect(sentencesOf([...head, ...meals], [...head, 'Section 1. Soup is free in May.', moved])).toEqual([
    'Section 1 is new: “Soup is free in May.”.',
    'Section 1 is now section 2.',
  ])
})

it('a table of contents that comes with a new section leaves the section new', () => {
  const contents = [
    'Sec. 2. Table of contents',
    ...['Meals', 'Soup', 'Bread'].map((name, i) => `Sec. ${i + 1}. ${name}.`),
  ]
  const { sentences } = describedChanges(
    [...head, 'Sec. 1. Meals', meals[0]!.slice(11)],
    [...head, 'Sec. 1. Meals', meals[0]!.slice(11), ...contents, 'Sec. 3. Bread', 'Bread is free.'],
  )
  expect(sentences.map(({ kind, section }) => [kind, section])).toEqual([
    ['section_added', 'Section 2'],
    ['section_added', 'Section 3'],
  ])
})

it('a group that comes or goes is said by its heading', () => {
  const title = 'TITLE II—SOUP'
  const soup = ['SEC. 3. SOUP.', 'Soup is free for each pupil of a public school.']
  const before = [...head, 'SEC. 1. MEALS.', 'Meals are free for each pupil of a public school.', ...soup]
  expect(sentencesOf(before, before.toSpliced(4, 0, title))).toEqual([`The text adds “${title}”.`])
})
