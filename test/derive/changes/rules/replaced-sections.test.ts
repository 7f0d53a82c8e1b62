import { expect, it } from 'vitest'
import { sentencesOf } from '../../../support/derive/changes/described-changes.ts'

const bill = (...lines: string[]) => [
  'A BILL',
  'To build a conduit.',
  'SEC. 1. NAME.',
  'This Act may be cited as the Conduit Act.',
  'SEC. 2. CONDUIT.',
  ...lines,
]

it('a section that is rewritten names the values that only one of its texts has', () => {
  const older = bill(
    'The Secretary lends $500 for the conduit, without interest, and each city that drinks from it pays back the whole of it over a period of 100 years from the day on which water first runs.',
  )
  const newer = bill(
    'To bring water to households that have none, a contract for pipes shall provide for payment of 35 percent of their cost, and for a loan of $500 that is due within 75 years, at a rate that is 50 percent of what the Treasury pays.',
  )
  const [said, ...others] = sentencesOf(older, newer)
  expect(said).toMatch(
    / The words dropped name 100 years\. The words added name 35 percent, 50 percent and 75 years\.$/u,
  )
  expect(said).toMatch(/^Section 2 is rewritten/u)
  expect(others).toEqual([])
})
