import { expect, it } from 'vitest'
import { roleOfWords } from '../../../derive/sentences/line-role.ts'

it.each([
  'The use of drugs by employees is contrary to the efficiency of the service.',
  'The public policy of this State is declared as follows: The health of employees is a concern.',
  'The Constitution provides that the House “shall have the sole Power of Impeachment”.',
  'Clean water is essential to the health of every family in this state.',
])('an opinion, a policy and a reason are findings, because they oblige nobody: %s', (words) => {
  expect(roleOfWords(words)).toBe('findings')
})

it.each([
  'A rule that is contrary to the public interest shall be repealed.',
  'The owner of a well shall test it if the water is essential to a household.',
])('a duty that names an opinion is law: %s', (words) => {
  expect(roleOfWords(words)).toBe('law')
})

it('what an author wrote above the bill is no part of it', () => {
  expect(roleOfWords('Summary: Most prisons prohibit wireless handsets.')).toBe('furniture')
})
