import { expect, it } from 'vitest'
import { findValues } from '../../../../derive/changes/words/values.ts'
import { sentencesOf } from '../../../support/derive/changes/described-changes.ts'

const amountsIn = (text: string) =>
  findValues({ start: 0, end: text.length, text }).flatMap(({ kind, span }) =>
    kind === 'amount' ? [span.text] : [],
  )

it('an amount at the beginning of a sentence is whole', () => {
  expect(amountsIn('Two thousand five hundred dollars ($2,500) is due, and one dollars more.')).toEqual([
    'Two thousand five hundred dollars',
    '$2,500',
    'one dollars',
  ])
})

it('a reference that a print has glued to another one is not said to change from and to', () => {
  const title = (section: number) =>
    `Sections affected: as enacted by Laws of Utah 2019, Chapter 32958-37-${section}, as last amended by Laws of Utah 2025, Chapter 216`
  const law = ['Section 1. Meals.', 'The department pays for the meals of each pupil.']
  expect(sentencesOf([title(2), ...law], [title(4), ...law]).join()).not.toContain('changes from')
})
