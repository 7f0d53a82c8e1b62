import { describe, expect, it } from 'vitest'
import { type ActionLine, statusesOf } from '../../../support/builders/action-histories.ts'

const last = (place: string, lines: readonly ActionLine[], context = {}) =>
  statusesOf(place, lines, context).at(-1)
const passed = (chamber: 'H' | 'S'): ActionLine => [
  chamber,
  'Read third time and passed',
  'passage',
  'reading-3',
]

describe('a bill that the second chamber changed', () => {
  it('stops awaiting concurrence if it returns to its own chamber for another vote (WA HB 2510, SB 5181)', () => {
    const amended: readonly ActionLine[] = [
      ['H', 'Third reading, passed; yeas, 96; nays, 0.', 'reading-3'],
      ['S', 'Floor amendment(s) adopted.', 'amendment-passage'],
      ['S', 'Third reading, passed; yeas, 46; nays, 2.', 'reading-3'],
    ]
    expect(last('wa', amended)).toBe('passed_one_chamber/awaiting_concurrence')
    const returned: ActionLine = ['S', 'By resolution, returned to House Rules Committee for third reading.']
    expect(last('wa', [...amended, returned])).toBe('passed_one_chamber')
    expect(last('wa', [...amended, ['H', 'Returned to House Rules 3.']])).toBe('passed_one_chamber')
    // and another passage there is the first of two
    expect(
      last('wa', [...amended, returned, ['H', 'Third reading, passed; yeas, 90; nays, 1.', 'reading-3']]),
    ).toBe('passed_one_chamber')
    expect(last('wa', [amended[0]!, passed('S'), returned])).toBe('passed_both')
  })

  it('awaits concurrence if only later actions show the changes (ID, LA, NC, TX, UT, WY, Congress)', () => {
    const emitted: Readonly<Record<string, ActionLine>> = {
      id: ['H', 'Returned from the Senate Amended; Held at Desk'],
      la: ['H', 'Received from the Senate with amendments.', 'receipt'],
      nc: ['H', 'Special Message Received For Concurrence in S Com Sub'],
      tx: ['H', 'Senate passage as amended reported', 'amendment-passage'],
      ut: ['H', 'House/ placed on Concurrence Calendar'],
      wy: ['H', 'H Received for Concurrence'],
      us: ['H', 'Message on Senate action received in House and at desk: Senate amendment to House bill.'],
    }
    for (const [place, line] of Object.entries(emitted)) {
      expect(last(place, [passed('H'), passed('S'), line]), place).toBe(
        'passed_one_chamber/awaiting_concurrence',
      )
      const agreed: ActionLine = ['H', 'House concurred in Senate amendments', 'concurrence']
      expect(last(place, [passed('H'), passed('S'), line, agreed, line]), place).toBe('passed_both')
    }
  })

  it('awaits concurrence if a committee made the changes (OR, TX, LA, ID, KY)', () => {
    const changed: Readonly<Record<string, readonly ActionLine[]>> = {
      or: [
        [
          'S',
          'Recommendation: Do pass with amendments to the A-Eng. bill. (Printed B-Eng.)',
          'committee-passage-favorable',
        ],
        passed('S'),
      ],
      tx: [['S', 'Reported favorably as substituted', 'committee-passage-favorable'], passed('S')],
      la: [['S', 'Read by title, amended, passed to 3rd reading.', 'reading-3'], passed('S')],
      id: [
        ['S', 'Read first time as amended in the Senate; Filed for Second Reading', 'reading-1'],
        passed('S'),
      ],
      // Its scraper assigns the actions of the second chamber to the first.
      ky: [
        ['S', 'received in Senate', 'receipt'],
        ['H', '3rd reading, passed 35-0 with Committee Substitute (1)', 'passage', 'reading-3'],
      ],
    }
    for (const [place, lines] of Object.entries(changed))
      expect(last(place, [passed('H'), ...lines]), place).toBe('passed_one_chamber/awaiting_concurrence')
  })

  it('awaits concurrence again if the agreement changes the text further (VT)', () => {
    const lines: readonly ActionLine[] = [
      ['S', 'Read 3rd time & passed', 'reading-3'],
      ['H', 'Read third time and passed in concurrence with proposal of amendment', 'reading-3'],
      [
        'S',
        'House proposal of amendment concurred in with further proposal of amendment as moved by Senator Clarkson',
      ],
    ]
    expect(last('vt', lines, { chamber_of_origin: 'upper' })).toBe('passed_one_chamber/awaiting_concurrence')
    expect(
      last(
        'vt',
        [...lines, ['H', 'Senate proposal of amendment to House proposal of amendment concurred in']],
        {
          chamber_of_origin: 'upper',
        },
      ),
    ).toBe('passed_both')
  })
})

describe('action texts for which there is no class', () => {
  it('withdraw a bill in Alaska and Louisiana, and replace one in Louisiana', () => {
    expect(last('ak', [['S', '(S) WITHDRAWN BY SPONSOR']])).toBe('withdrawn')
    expect(last('la', [['H', 'Becomes HB 1235.']])).toBe('withdrawn/replaced')
  })

  it('sustain a veto in Vermont', () => {
    expect(
      last('vt', [
        ['H', 'Vetoed by the Governor on May 28, 2026', 'executive-veto'],
        ['H', 'Veto of the Governor sustained by a vote of Yeas = 83, Nays = 52'],
      ]),
    ).toBe('vetoed/override_failed')
  })

  it('mark a bill as enacted if the governor does not sign it', () => {
    for (const [place, text] of [
      ['nh', 'Law Without Signature 06/20/2026; Chapter 204; Effective 01/01/2027'],
      ['vt', 'Allowed to become law without the signature of the Governor on June 5, 2025'],
    ] as const)
      expect(last(place, [['-', text]])).toBe('enacted/without_signature')
  })

  it('make a bill prefiled if it has a number but was not introduced (UT, AK)', () => {
    expect(
      statusesOf('ut', [
        ['L', 'Bill Numbered but not Distributed'],
        ['H', 'House/ 1st reading (Introduced)', 'reading-1'],
      ]),
    ).toEqual(['prefiled', 'introduced'])
    expect(last('ak', [['S', '(S) NOT INTRODUCED']])).toBe('prefiled')
  })
})
