import { expect, it } from 'vitest'
import { isFragment } from '../../../derive/sentences/fragment.ts'

it.each([
  'A statement that the registrant is a citizen of the United States.',
  'To develop and sponsor plans to combat automobile theft.',
  'Chapter 43-44.1 of the Century Code is created and enacted as follows:',
  'Transfer of body fluid -- Punishment -- Definitions -- Defenses.',
])('is a part of a sentence: %s', (words) => {
  expect(isFragment(words)).toBe(true)
})

it.each([
  'There is hereby created an Automobile Theft Prevention Authority.',
  'That Congress disapproves the rule that the agency submitted.',
  'A person who violates this section is guilty of a misdemeanor.',
  'Employers who employ at least six employees shall implement a sick time policy.',
])('is a sentence of its own: %s', (words) => {
  expect(isFragment(words)).toBe(false)
})
