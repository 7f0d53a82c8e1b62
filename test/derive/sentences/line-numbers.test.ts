import { expect, it } from 'vitest'
import { hasLineNumbers } from '../../../derive/sentences/line-numbers.ts'

it.each([
  "The card shall include: (i) the voter's 13 name, signature, and photograph; (ii) the State seal; and (iii) 14 the voter's address.",
  'The voter shall be told of that fact in writing, and the 19 election judge shall inform the person of that right, give 20 the person a ballot.',
  'Costs from on-the-job losses shall not 24exceed the cost of absence.',
  'This act shall take effect on 7 passage.',
])('finds the numbers of printed lines: %s', (words) => {
  expect(hasLineNumbers(words)).toBe(true)
})

it.each([
  'The permit is valid for 1 or 2 years.',
  'A person shall file the report within 30 days after the 21 calendar days of the notice.',
  'The 119th Congress shall meet on the 3rd day.',
])('leaves the numbers of the law alone: %s', (words) => {
  expect(hasLineNumbers(words)).toBe(false)
})
