import { expect, it } from 'vitest'
import { sentencesOf } from '../../../support/derive/changes/described-changes.ts'

it('a heading before a new or a removed section belongs to it, and not to the section before it', () => {
  const short = [
    'Making appropriations for schools.',
    'Sec. 553. Of the balances of the fund, $5,000 are rescinded.',
  ]
  const long = [
    ...short,
    'Repeal of the rule on soup',
    'Sec. 554. Section 213 of the Act on soup is hereby repealed.',
  ]
  expect(sentencesOf(short, long)).toEqual([
    'Section 554 is new: “Section 213 of the Act on soup is hereby repealed.”.',
  ])
  expect(sentencesOf(long, short)).toEqual([
    'Section 554 is removed: “Section 213 of the Act on soup is hereby repealed.”.',
  ])
})
