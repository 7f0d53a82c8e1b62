import { expect, it } from 'vitest'
import { sentencesOf } from '../../../support/derive/changes/described-changes.ts'

const head = ['A BILL', 'To pay for school meals.']
const list = (...items: string[]) => [
  ...head,
  'SEC. 1. MEALS.',
  'A meal of a school has a label that says:',
  ...items.map((item, place) => `(${'abcdef'[place]}) ${item}${place === items.length - 2 ? '; and' : ';'}`),
]
const [who, when, what] = [
  'Who made the meal and where it was made',
  'Until when a pupil may eat the meal',
  'That the meal is not sold to persons under six years of age',
] as const

it('an item that only has another label and another place is neither dropped nor added', () => {
  const labels = 'Section 1: the label “a” is now “b”, and 1 more label of its paragraphs change.'
  expect(sentencesOf(list(who, when, what), list(what, who, when))).toEqual([labels])
  expect(sentencesOf(list(who, when), list(what, who, when))).toEqual([
    `Section 1 adds “(a) ${what};”.`,
    labels,
  ])
})

it('a section that stands in other lines and has another number is only renumbered', () => {
  const fee = ['Sec. 2. Fee.', 'Each pupil pays ten cents for a meal of the school, and no more than that.']
  const end = (number: number) => [
    `Sec. ${number}. Effective Date.`,
    'This bill takes effect on May 6, 2026.',
  ]
  expect(
    sentencesOf(
      [...head, 'Sec. 1. Meals.', ...end(2)],
      [...head, 'Sec. 1. Meals.', ...fee, end(3).join(' ')],
    ),
  ).toEqual([`Section 2 is new: “Fee. ${fee[1]}”.`, 'Section 2 is now section 3.'])
})
