import { expect, it } from 'vitest'
import { sameWording } from '../../../derive/diff/same-wording.ts'

it.each([
  ['SEC. 2. SHORT TITLE.', 'Section 2. Short title'],
  ['§ 2. Definitions', 'SEC. 2. DEFINITIONS.—'],
  ['the term “State” means', "the term ``State'' means"],
  ['a non-profit agency', 'a nonprofit  agency'],
  ['the agency’s budget of $4,000,000', "the agency's budget of $4000000"],
  ['subsection (a)(1)', 'subsection (a) (1)'],
  ['Public Law 119–4', 'Public Law 119-4'],
  ['section 43 - 40.1 - 04', 'section 43-40.1-04'],
])('%j and %j have the same wording', (a, b) => {
  expect(sameWording(a, b)).toBe(true)
  expect(sameWording(b, a)).toBe(true)
})

it.each([
  ['1 0', '10'],
  ['1-0', '10'],
  ['4.5 percent', '45 percent'],
  ['$4,000', '4,000'],
  ['12%', '12'],
  ['shall', 'may'],
  ['section 2', 'section 3'],
  ['not later than 30 days', 'later than 30 days'],
])('%j and %j have another wording', (a, b) => {
  expect(sameWording(a, b)).toBe(false)
})
