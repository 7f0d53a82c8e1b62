import { describe, expect, it } from 'vitest'
import {
  type ActionLine,
  PASSED_BOTH,
  PASSED_BOTH_STATUSES,
  statusesOf,
} from '../../../support/builders/action-histories.ts'

describe('the status after actions of the executive', () => {
  const VETOED: readonly ActionLine[] = [
    ...PASSED_BOTH,
    ['-', 'Sent to Governor', 'executive-receipt'],
    ['-', 'Vetoed by Governor', 'executive-veto'],
  ]

  it('is vetoed after a veto', () => {
    expect(statusesOf('md', VETOED).at(-1)).toBe('vetoed')
    expect(
      statusesOf('us', [...PASSED_BOTH, ['-', 'Pocket Vetoed by President.', 'executive-veto']]).at(-1),
    ).toBe('vetoed/pocket_veto')
  })

  it('is enacted after a veto if both chambers override it, but not if one does', () => {
    const one: ActionLine[] = [
      ...VETOED,
      ['H', 'Motion to override veto prevailed;  Yea: 87 Nay: 38', 'veto-override-passage'],
    ]
    expect(statusesOf('ks', one).at(-1)).toBe('vetoed')
    expect(
      statusesOf('ks', [
        ...one,
        ['S', 'Motion to override veto prevailed;  Yea: 31 Nay: 9', 'veto-override-passage'],
      ]).at(-1),
    ).toBe('enacted/veto_overridden')
  })

  it('is enacted after a veto if the only chamber of Nebraska overrides it', () => {
    expect(
      statusesOf('ne', [
        ['L', 'Passed on Final Reading 34-15-0', 'passage'],
        ['L', 'Presented to Governor on May 14, 2025', 'executive-receipt'],
        ['-', 'Returned by Governor without approval on May 20, 2025'],
        ['L', 'Veto overridden', 'veto-override-passage'],
      ]),
    ).toEqual(['passed_both', 'to_executive', 'vetoed', 'enacted/veto_overridden'])
  })

  it('is vetoed/override_failed if an override fails', () => {
    expect(
      statusesOf('ks', [
        ...VETOED,
        ['H', 'No motion to reconsider vetoed bill; Veto sustained', 'veto-override-failure'],
      ]).at(-1),
    ).toBe('vetoed/override_failed')
    expect(
      statusesOf('ne', [
        ...VETOED,
        ['-', 'Failed to become law notwithstanding the objections of the Governor 24-24-1', 'failure'],
      ]).at(-1),
    ).toBe('vetoed/override_failed')
  })

  it('is enacted/line_item_veto after a line-item veto', () => {
    expect(
      statusesOf('wa', [
        ...PASSED_BOTH,
        ['-', 'Governor partially vetoed.', 'executive-veto-line-item'],
        ['-', 'Effective date 7/27/2025.', 'became-law'],
      ]).at(-1),
    ).toBe('enacted/line_item_veto')
    expect(
      statusesOf('la', [
        ...PASSED_BOTH,
        [
          '-',
          'Signed by the Governor with one or more line-item vetoes. Becomes Act No. 1.',
          'executive-signature',
          'became-law',
        ],
      ]).at(-1),
    ).toBe('enacted/line_item_veto')
    expect(
      statusesOf('ia', [
        ...PASSED_BOTH,
        ['-', 'Item vetoed, signed by Governor.', 'executive-veto-line-item'],
      ]).at(-1),
    ).toBe('enacted/line_item_veto')
  })

  it('is enacted/without_signature if a bill becomes law without a signature', () => {
    expect(
      statusesOf('la', [
        ...PASSED_BOTH,
        ['S', "Becomes Act No. 406 without the Governor's signature.", 'became-law'],
      ]).at(-1),
    ).toBe('enacted/without_signature')
    expect(
      statusesOf('ks', [...PASSED_BOTH, ['S', "Will become law without Governor's signature"]]).at(-1),
    ).toBe('enacted/without_signature')
  })

  it('returns to passed_both if the legislature recalls the bill', () => {
    expect(
      statusesOf('ny', [
        ...PASSED_BOTH,
        ['-', 'DELIVERED TO GOVERNOR', 'executive-receipt'],
        ['S', 'RECALLED FROM GOVERNOR'],
        ['-', 'DELIVERED TO GOVERNOR', 'executive-receipt'],
        ['-', 'SIGNED CHAP.249', 'executive-signature'],
      ]),
    ).toEqual([...PASSED_BOTH_STATUSES, 'to_executive', 'passed_both', 'to_executive', 'enacted'])
  })

  it('does not change if the governor of Virginia recommends amendments', () => {
    expect(
      statusesOf('va', [
        ...PASSED_BOTH,
        ['-', "Governor's recommendation received by House (HB30AG)", 'executive-veto-line-item'],
        ['-', "Governor's recommendation adopted", 'executive-signature'],
      ]).at(-1),
    ).toBe('passed_both')
  })

  it('is enacted in D.C. only after Congress has reviewed the act', () => {
    const act: ActionLine[] = [
      ['L', 'Final Reading, CC', 'reading-3'],
      ['-', 'Transmitted to Mayor, Response Due on Feb 24, 2025', 'executive-receipt', 'receipt'],
      ['-', 'Signed by the Mayor and Enacted with Act Number A26-0018', 'executive-signature', 'became-law'],
      ['L', 'Transmitted to Congress, Projected Law Date is Jan 17, 2026', 'became-law', 'receipt'],
    ]
    expect(statusesOf('dc', act)).toEqual(['passed_both', 'to_executive'])
    expect(
      statusesOf('dc', [...act, ['L', 'Law L26-0001, Effective from Apr 08, 2025', 'became-law']]).at(-1),
    ).toBe('enacted')
  })

  it('is enacted in D.C. when an emergency act is signed', () => {
    expect(
      statusesOf('dc', [
        ['L', 'Final Reading', 'reading-3'],
        [
          '-',
          'Signed by the Mayor and Enacted with Act Number A26-0003, Expires on May 04, 2025',
          'executive-signature',
          'became-law',
        ],
      ]).at(-1),
    ).toBe('enacted')
  })
})
