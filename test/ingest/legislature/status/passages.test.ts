import { describe, expect, it } from 'vitest'
import { markPassages } from '../../../../ingest/legislature/status/passages.ts'
import { type ActionLine, history } from '../../../support/builders/action-histories.ts'

/** The texts of the actions that pass the bill. */
function passages(place: string, lines: readonly ActionLine[], classification = ['bill']): string[] {
  const actions = history(lines).map((action) => ({ ...action, organization: null, related_entities: [] }))
  return markPassages(actions, {
    jurisdiction: `ocd-division/country:us/state:${place}`,
    chamber_of_origin: 'lower',
    classification,
    title: 'An act',
  })
    .filter((action) => action.is_passage ?? action.classification.includes('passage'))
    .map(({ description }) => description)
}

describe("the actions that mark a bill's passage", () => {
  it('include the vote, but no signature of a presiding officer (WA, UT, OR, ID, NE, CO, TX, KY)', () => {
    const signed = [
      ['wa', 'Speaker signed.', 'President signed.'],
      [
        'ut',
        'House/ signed by Speaker/ sent for enrolling',
        'Senate/ signed by President/ returned to House',
      ],
      ['or', 'Speaker signed.', 'President signed.'],
      [
        'id',
        'Reported Enrolled; Signed by Speaker; Transmitted to Senate',
        'Signed by President; returned to House',
      ],
      ['co', 'Signed by the Speaker of the House', 'Signed by the President of the Senate'],
      ['tx', 'Signed in the House', 'Signed in the Senate'],
      ['ky', 'enrolled, signed by Speaker of the House', 'enrolled, signed by President of the Senate'],
    ] as const
    for (const [place, speaker, president] of signed)
      expect(
        passages(place, [
          ['H', 'Passed', 'passage'],
          ['S', 'Passed as it came', 'passage'],
          ['H', speaker, 'passage'],
          ['S', president, 'passage'],
        ]),
        place,
      ).toEqual(['Passed', 'Passed as it came'])
    expect(
      passages('ne', [
        ['L', 'Passed on Final Reading 44-4*-1', 'passage'],
        ['L', 'President/Speaker signed', 'passage'],
      ]),
    ).toEqual(['Passed on Final Reading 44-4*-1'])
  })

  it('include a vote that the source classifies as a reading', () => {
    expect(
      passages('wa', [
        ['H', 'First reading, referred to Housing.', 'reading-1', 'referral-committee'],
        ['H', 'Third reading, passed; yeas, 53; nays, 42; absent, 0; excused, 3.', 'reading-3'],
      ]),
    ).toEqual(['Third reading, passed; yeas, 53; nays, 42; absent, 0; excused, 3.'])
  })

  it('exclude messages, transmissions and recommendations of a committee of the whole', () => {
    expect(
      passages('vt', [
        ['H', 'Read third time and passed', 'reading-3'],
        ['S', 'Read 3rd time & passed in concurrence', 'reading-3'],
        ['H', 'Senate Message: Passed in concurrence', 'passage'],
        ['H', 'Delivered to the Governor on June 2, 2026', 'passage'],
      ]),
    ).toEqual(['Read third time and passed', 'Read 3rd time & passed in concurrence'])
    expect(
      passages('ks', [
        ['H', 'Committee of the Whole - Be passed as amended', 'passage'],
        ['H', 'Final Action - Passed as amended;  Yea: 120 Nay: 3', 'passage'],
      ]),
    ).toEqual(['Final Action - Passed as amended;  Yea: 120 Nay: 3'])
    expect(
      passages('ak', [
        ['H', '(H) PASSED Y38 E2', 'passage'],
        ['H', '(H) TRANSMITTED TO (S)', 'passage'],
        ['H', '(H) RETURNED TO RULES COMMITTEE PASSED Y21 N19', 'passage'],
      ]),
    ).toEqual(['(H) PASSED Y38 E2'])
  })

  it('include a message if the journals have no other record of the vote', () => {
    expect(
      passages('tx', [
        ['H', 'Passed', 'passage'],
        ['H', 'Senate passage reported', 'passage'],
      ]),
    ).toEqual(['Passed', 'Senate passage reported'])
  })

  it('exclude a vote to override a veto, in full or by item', () => {
    for (const veto of [
      ['-', 'Vetoed', 'executive-veto'],
      ['-', 'line items vetoed', 'executive-veto-line-item'],
    ] as const)
      expect(
        passages('ky', [
          ['H', '3rd reading, passed 88-6', 'passage', 'reading-3'],
          ['S', 'received in Senate', 'receipt'],
          ['H', '3rd reading, passed 35-0', 'passage', 'reading-3'],
          ['H', 'delivered to Governor', 'executive-receipt'],
          veto,
          ['H', 'veto overridden', 'veto-override-passage'],
          ['H', 'passed 82-18', 'passage'],
        ]),
      ).toEqual(['3rd reading, passed 88-6', '3rd reading, passed 35-0'])
  })

  it('include an adopted conference report, but not a rejected one', () => {
    expect(
      passages('tx', [
        ['H', 'Passed', 'passage'],
        ['S', 'Passed as amended', 'passage', 'amendment-passage'],
        ['H', 'House adopts conference committee report', 'committee-passage-favorable'],
        ['S', 'Senate refuses to adopt conference comm. rept.'],
      ]),
    ).toEqual(['Passed', 'Passed as amended', 'House adopts conference committee report'])
    expect(
      passages('la', [
        [
          'S',
          'Conference Committee Report read; failed to be adopted by a vote of 11 yeas and 25 nays.',
          'passage',
          'concurrence',
        ],
      ]),
    ).toEqual([])
  })

  it('include, in Alabama, adoption for a resolution, but only the third reading for a bill', () => {
    const motion: ActionLine = ['H', 'Givan motion to Adopt - Adopted Roll Call 71', 'amendment-passage']
    expect(passages('al', [motion], ['resolution'])).toEqual(['Givan motion to Adopt - Adopted Roll Call 71'])
    expect(passages('al', [motion])).toEqual([])
  })

  it('are marked again if earlier rules marked them differently', () => {
    const [action] = history([['H', 'Passed', 'passage']])
    const emitted = markPassages(
      [{ ...action!, organization: null, related_entities: [], is_passage: false }],
      {
        jurisdiction: 'ocd-division/country:us/state:tx',
        chamber_of_origin: 'lower',
        classification: ['bill'],
        title: '',
      },
    )
    expect(emitted[0]).not.toHaveProperty('is_passage')
  })
})
