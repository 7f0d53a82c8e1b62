import { expect, it } from 'vitest'
import { hasLineNumbers, isNumberedText } from '../../../derive/sentences/line-numbers.ts'

it.each([
  "The card shall include: (i) the voter's 13 name, signature, and photograph; (ii) the State seal; and (iii) 14 the voter's address.",
  'The voter shall be told of that fact in writing, and the 19 election judge shall inform the person of that right, give 20 the person a ballot.',
  'Costs from on-the-job losses shall not 24exceed the cost of absence.',
  'This act shall take effect on 7 passage.',
  'The actor knew that the person entering 23or attempting to enter was an officer.',
  'The actor was using the residence 20to further a crime.',
  "The court shall award attorney's fees,105 court costs and expenses106 incurred by the defendant.",
])('finds the numbers of printed lines: %s', (words) => {
  expect(hasLineNumbers(words)).toBe(true)
})

it.each([
  'The permit is valid for 1 or 2 years.',
  'A person shall file the report within 30 days after the 21 calendar days of the notice.',
  'The 119th Congress shall meet on the 3rd day.',
  'The fee under section 3a or 12b is due in May.',
])('leaves the numbers of the law alone: %s', (words) => {
  expect(hasLineNumbers(words)).toBe(false)
})

it('a text is numbered if numbers follow each other at the distance of printed lines, and not if a list counts on', () => {
  const line = 'words of a bill that fill a printed line of it'
  const lines = Array.from({ length: 60 }, (_, index) => `${(index % 30) + 1} ${line}`)
  expect(isNumberedText(`Begin ${lines.join(' ')}`)).toBe(true)
  expect(isNumberedText(lines.slice(0, 12).join(' '))).toBe(false)
  expect(isNumberedText(Array.from({ length: 60 }, (_, index) => `Item ${index} is one`).join(' '))).toBe(
    false,
  )
})
