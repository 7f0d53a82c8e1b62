import { expect, it } from 'vitest'
import { routineOf } from '../../../runtime/ranking/routine-bill.ts'

it.each([
  ['resolution', 'Congratulating the Bears on the state title'],
  ['joint resolution', 'Commending the Town of Leesburg.'],
  ['resolution', 'A resolution recognizing May 5, 2025, as Music Day in Texas'],
  ['concurrent resolution', 'Designating the first week of May as Teacher Week'],
  ['resolution', 'In memory of Jane Doe'],
])('a %s is ceremonial by its title: %s', (kind, title) => {
  expect(routineOf({ title, classification: [kind] })).toBe('ceremonial')
})

it.each([
  ['bill', 'EDUCATION-TECH'],
  ['bill', 'An act relating to taxes (title only)'],
])('a %s has no content by its title: %s', (kind, title) => {
  expect(routineOf({ title, classification: [kind] })).toBe('shell')
})

it.each([
  ['bill', 'Recognizing the right to repair'],
  ['joint resolution', 'Proposing an amendment to the constitution on taxes'],
  ['resolution', 'Urging Congress to lower the price of insulin'],
  ['bill', 'Funding of technical schools'],
])('a %s is none of these: %s', (kind, title) => {
  expect(routineOf({ title, classification: [kind] })).toBeUndefined()
})
