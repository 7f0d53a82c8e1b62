import { expect, it } from 'vitest'
import { isFragment } from '../../../derive/sentences/fragment.ts'

it.each([
  'A statement that the registrant is a citizen of the United States.',
  'To develop and sponsor plans to combat automobile theft.',
  'Chapter 43-44.1 of the Century Code is created and enacted as follows:',
  'Transfer of body fluid -- Punishment -- Definitions -- Defenses.',
  'Uses that identity information to find out whether the person has the right to work.',
  'Is valid so long as the person resides at the address on the card.',
  'Whether a hold has been placed on the person.',
  'Require an applicant to hold a license in the home state.',
  'A statement that the product: (a) Contains kratom; (b) Should be kept away from children.',
  "A processor's license that authorizes the licensee to sell extracts at wholesale.",
  'Establishment of standards that assess which programs are effective.',
  'Except as otherwise provided in this section, if the juvenile has violated any law.',
  'Chapter 35 is amended by the addition of a new section, to read as follows: 54-3508A.',
  'The medicine is approved for use, and;',
  'Public Law 87–590 (76 Stat. 389; 123 Stat. 1320) is amended— (1) in the first section—',
  'At least two investigators who have a background or expertise in mortgage fraud.',
  'Other such requirements that apply to products for facilities that store them.',
  'Assault with intent to do great bodily harm if the juvenile is armed with a dangerous weapon.',
])('is a part of a sentence: %s', (words) => {
  expect(isFragment(words)).toBe(true)
})

it.each([
  'There is hereby created an Automobile Theft Prevention Authority.',
  'That Congress disapproves the rule that the agency submitted.',
  'A person who violates this section is guilty of a misdemeanor.',
  'May 1, 2027, is the last day on which a person may apply.',
  'Violation of this section is a class B misdemeanor.',
  'A person who has violated the law is guilty of a misdemeanor.',
  'If a person has violated the law, the court shall order a hearing.',
  'A person who commits theft commits a felony of the third degree.',
  'The board that licenses nurses may: (1) hire staff; and (2) adopt rules.',
  'Employers who employ at least six employees shall implement a sick time policy.',
])('is a sentence of its own: %s', (words) => {
  expect(isFragment(words)).toBe(false)
})
