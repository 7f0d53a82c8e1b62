import { describe, expect, it } from 'vitest'
import { routineOf } from '../../../runtime/ranking/routine-bill.ts'

const routine = (kind: string, title: string, abstract?: string) =>
  routineOf({ title, classification: [kind], abstracts: abstract === undefined ? [] : [abstract] })

describe('a routine bill', () => {
  it.each([
    ['resolution', 'Congratulating the Bears on the state title'],
    ['joint resolution', 'Commending the Town of Leesburg.'],
    ['resolution', 'A resolution recognizing May 5, 2025, as Music Day in Texas'],
    ['concurrent resolution', 'Designating the first week of May as Teacher Week'],
    ['resolution', 'In memory of Jane Doe'],
    ['resolution', 'Mourning the death of Jane Doe'],
    ['resolution', 'MEMORIAL-JANE DOE'],
    ['resolution', 'LINEWORKER APPRECIATION DAY'],
    ['resolution', 'LITTLE PALESTINE DAY'],
    ['resolution', 'A resolution recognizing nurses, and urging hospitals to thank them'],
  ])('is a %s that honors by its title: %s', (kind, title) => {
    expect(routine(kind, title)).toBe('ceremonial')
  })

  it.each([
    ['EDUCATION-TECH', undefined],
    ['An act relating to taxes (title only)', undefined],
    [
      'SCHOOL CODE',
      'Amends the School Code. Makes a technical change in a Section concerning the short title.',
    ],
    ['AN ACT relating to energy.', 'Amend KRS 152.713 to make technical corrections.'],
  ])('is a bill whose content is to come: %s', (title, abstract) => {
    expect(routine('bill', title, abstract)).toBe('shell')
  })

  it.each([
    ['bill', 'Recognizing the right to repair'],
    ['bill', 'Honoring treaty rights to water'],
    ['bill', 'Requiring an anniversary report on school safety'],
    ['bill', 'Funding of technical schools'],
    ['joint resolution', 'Proposing an amendment to the constitution on taxes'],
    ['resolution', 'Urging Congress to lower the price of insulin'],
    ['joint resolution', 'Urging the United States Congress to recognize dispatchers as first responders'],
    ['resolution', 'TRUSTS: Requests the Law Institute to study trusts and report its recommendations'],
    ['resolution', 'CONGRESS: Memorializes the United States Congress to fund the levee'],
  ])('is not a %s that asks for something or makes law: %s', (kind, title) => {
    expect(routine(kind, title)).toBeUndefined()
  })

  it('is not a bill that makes a technical change among others', () => {
    const abstract = 'Relates to hemp; makes technical changes to the definition of THC; provides penalties.'
    expect(routine('bill', 'Relates to cannabinoid hemp', abstract)).toBeUndefined()
  })
})
