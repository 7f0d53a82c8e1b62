import { describe, expect, it } from 'vitest'
import { foldStatus, type StatusContext } from '../../ingest/status.ts'
import type { StatusAction } from '../../ingest/status-steps.ts'

type Line = readonly [chamber: 'H' | 'S' | 'L' | '-', description: string, ...classification: string[]]

const chamberOf = { H: 'lower', S: 'upper', L: 'legislature', '-': null } as const

/** One action a day, unless a line starts with `=`: that one is of the day before. */
function history(lines: readonly Line[]): StatusAction[] {
  let day = 0
  return lines.map(([chamber, description, ...classification], index) => {
    if (!description.startsWith('=')) day++
    const date = `2026-${String(1 + Math.floor(day / 28)).padStart(2, '0')}-${String(1 + (day % 28)).padStart(2, '0')}`
    return {
      id: `a${index}`,
      date,
      chamber: chamberOf[chamber],
      description: description.replace(/^=/, ''),
      classification,
    }
  })
}

function fold(place: string, lines: readonly Line[], context: Partial<StatusContext> = {}) {
  return foldStatus(history(lines), {
    jurisdiction: `ocd-division/country:us${place === 'us' ? '' : `/state:${place}`}`,
    chamber_of_origin: 'lower',
    classification: ['bill'],
    title: 'An act',
    ...context,
  })
}

/** The way, as `status` or `status/detail`. */
const way = (...args: Parameters<typeof fold>) =>
  fold(...args).map(({ status, detail }) => (detail === null ? status : `${status}/${detail}`))

const PASSED_BOTH: readonly Line[] = [
  ['H', 'Introduced', 'introduction'],
  ['H', 'Referred to Judiciary', 'referral-committee'],
  ['H', 'Reported favorably', 'committee-passage-favorable'],
  ['H', 'Passed, yeas 60, nays 20', 'passage'],
  ['S', 'First reading, referred to Judiciary', 'reading-1', 'referral-committee'],
  ['S', 'Reported favorably', 'committee-passage-favorable'],
  ['S', 'Passed, yeas 30, nays 5', 'passage'],
]
const PASSED_BOTH_WAY = ['introduced', 'in_committee', 'reported', 'passed_one_chamber', 'passed_both']

describe('the way of a bill', () => {
  it('goes through committees, both chambers and the executive', () => {
    expect(
      way('tx', [
        ['H', 'Prefiled', 'filing'],
        ...PASSED_BOTH,
        ['-', 'Sent to the Governor', 'executive-receipt'],
        ['-', 'Signed by the Governor', 'executive-signature'],
      ]),
    ).toEqual(['prefiled', ...PASSED_BOTH_WAY, 'to_executive', 'enacted'])
  })

  it('names for each step the action that caused it and its date', () => {
    const progress = fold('tx', PASSED_BOTH)
    expect(progress.map(({ action_id }) => action_id)).toEqual(['a0', 'a1', 'a2', 'a3', 'a6'])
    expect(progress.at(-1)).toEqual({
      status: 'passed_both',
      detail: null,
      date: '2026-01-08',
      action_id: 'a6',
    })
  })

  it('is introduced where a listing has no actions at all', () => {
    expect(fold('gu', [])).toEqual([{ status: 'introduced', detail: null, date: null, action_id: null }])
  })

  it('never goes back: a second committee or a second chamber is no step down', () => {
    expect(
      way('tx', [...PASSED_BOTH.slice(0, 4), ['S', 'Referred to Finance', 'referral-committee']]).at(-1),
    ).toBe('passed_one_chamber')
  })

  it('does not depend on how often it is folded', () => {
    const actions = history(PASSED_BOTH)
    const context = {
      jurisdiction: 'ocd-division/country:us/state:tx',
      chamber_of_origin: 'lower',
      classification: ['bill'],
      title: '',
    }
    expect(foldStatus(actions, context)).toEqual(foldStatus(actions, context))
    // what came before stays as it was when an action is added
    expect(foldStatus(actions, context).slice(0, 4)).toEqual(foldStatus(actions.slice(0, 5), context))
  })

  it('gives one step for one event that stands twice', () => {
    expect(
      way('us', [
        ...PASSED_BOTH,
        ['-', 'Presented to President.', 'executive-receipt'],
        ['-', '=Presented to President.', 'executive-receipt'],
        ['-', 'Became Public Law No: 115-44.', 'became-law'],
        ['-', 'Became Public Law No: 115-44.', 'became-law'],
      ]).filter((step) => step === 'enacted'),
    ).toHaveLength(1)
  })

  it('takes several classes of one entry in the order in which a bill goes', () => {
    expect(
      way('nv', [
        [
          'H',
          'Read third time. Passed. To enrollment. Enrolled and delivered to Governor.',
          'executive-receipt',
          'enrolled',
          'passage',
          'reading-3',
        ],
      ]),
    ).toEqual(['to_executive'])
  })

  it('is presented, not enacted, before the signature (115 HR3364)', () => {
    expect(way('us', [...PASSED_BOTH, ['-', 'Presented to President.', 'executive-receipt']]).at(-1)).toBe(
      'to_executive',
    )
  })
})

describe('amendments of the second chamber', () => {
  it('wait for the first (119 S1383)', () => {
    expect(
      way(
        'us',
        [
          ['S', 'Passed Senate by Unanimous Consent.', 'passage'],
          ['H', 'On passage Passed with an amendment.', 'passage'],
        ],
        { chamber_of_origin: 'upper' },
      ),
    ).toEqual(['passed_one_chamber', 'passed_one_chamber/awaiting_concurrence'])
  })

  it('are seen where they were adopted before the passage', () => {
    const amended: Line[] = [
      ...PASSED_BOTH.slice(0, 6),
      ['S', 'Senate Floor Amendment No. 1 Adopted', 'amendment-passage'],
      ['S', 'Third Reading - Passed; 058-000-000', 'passage', 'reading-3'],
    ]
    expect(way('il', amended).at(-1)).toBe('passed_one_chamber/awaiting_concurrence')
    expect(way('il', [...amended, ['H', 'House Concurs']]).at(-1)).toBe('passed_both')
    expect(way('il', [...amended, ['H', 'Passed Both Houses']]).at(-1)).toBe('passed_both')
    expect(
      way('il', [
        ...amended,
        ['H', 'Senate Floor Amendment No. 1 Motion to Concur Referred to Rules Committee'],
      ]).at(-1),
    ).toBe('passed_one_chamber/awaiting_concurrence')
  })

  it('go back and forth where the first chamber concurs with changes of its own', () => {
    const iowa: Line[] = [
      ['S', 'Passed Senate, yeas 30, nays 15.', 'passage'],
      ['H', 'Amendment H-8364 adopted, as amended.', 'amendment-passage'],
      ['H', 'Passed House, yeas 77, nays 11.', 'passage'],
      ['S', 'Senate concurred with S-5192, as amended.'],
      ['S', 'Passed Senate, yeas 31, nays 9.', 'passage'],
    ]
    expect(way('ia', iowa, { chamber_of_origin: 'upper' }).at(-1)).toBe(
      'passed_one_chamber/awaiting_concurrence',
    )
    expect(
      way('ia', [...iowa, ['H', 'House concurred in Senate amendment H-8452.']], {
        chamber_of_origin: 'upper',
      }).at(-1),
    ).toBe('passed_both')
  })

  it('stay where the first chamber refuses, until both adopt the report of a conference', () => {
    const kansas: Line[] = [
      ['H', 'Final Action - Passed;   Yea: 122 Nay: 0', 'passage'],
      ['S', 'Emergency Final Action - Passed as amended;  Yea: 40 Nay: 0', 'passage'],
      ['H', 'Nonconcurred with amendments; Conference Committee requested; appointed'],
      ['S', 'Conference Committee Report was adopted;  Yea: 40 Nay: 0', 'passage'],
    ]
    expect(way('ks', kansas).at(-1)).toBe('passed_one_chamber/awaiting_concurrence')
    expect(
      way('ks', [
        ...kansas,
        ['H', 'Conference Committee Report was adopted;  Yea: 122 Nay: 0', 'passage'],
      ]).at(-1),
    ).toBe('passed_both')
  })

  it('are no matter once the bill is enrolled', () => {
    expect(
      way('la', [
        ['H', 'Passed', 'passage'],
        ['S', 'Passed with amendments', 'passage'],
        ['H', 'Enrolled.', 'enrolled'],
      ]).at(-1),
    ).toBe('passed_both')
  })

  it('a message in one journal is of the chamber that sent it', () => {
    const michigan: Line[] = [
      ['H', 'passed; given immediate effect Roll Call #4', 'passage'],
      ['S', 'PASSED BY HOUSE WITH IMMEDIATE EFFECT', 'passage'],
    ]
    expect(way('mi', michigan)).toEqual(['passed_one_chamber'])
  })
})

describe('the executive', () => {
  const VETOED: readonly Line[] = [
    ...PASSED_BOTH,
    ['-', 'Sent to Governor', 'executive-receipt'],
    ['-', 'Vetoed by Governor', 'executive-veto'],
  ]

  it('vetoes', () => {
    expect(way('md', VETOED).at(-1)).toBe('vetoed')
    expect(way('us', [...PASSED_BOTH, ['-', 'Pocket Vetoed by President.', 'executive-veto']]).at(-1)).toBe(
      'vetoed/pocket_veto',
    )
  })

  it('is overridden by both chambers, not by one', () => {
    const one: Line[] = [
      ...VETOED,
      ['H', 'Motion to override veto prevailed;  Yea: 87 Nay: 38', 'veto-override-passage'],
    ]
    expect(way('ks', one).at(-1)).toBe('vetoed')
    expect(
      way('ks', [
        ...one,
        ['S', 'Motion to override veto prevailed;  Yea: 31 Nay: 9', 'veto-override-passage'],
      ]).at(-1),
    ).toBe('enacted/veto_overridden')
  })

  it('is overridden by the one chamber of Nebraska', () => {
    expect(
      way('ne', [
        ['L', 'Passed on Final Reading 34-15-0', 'passage'],
        ['L', 'Presented to Governor on May 14, 2025', 'executive-receipt'],
        ['-', 'Returned by Governor without approval on May 20, 2025'],
        ['L', 'Veto overridden', 'veto-override-passage'],
      ]),
    ).toEqual(['passed_both', 'to_executive', 'vetoed', 'enacted/veto_overridden'])
  })

  it('is sustained where an override fails', () => {
    expect(
      way('ks', [
        ...VETOED,
        ['H', 'No motion to reconsider vetoed bill; Veto sustained', 'veto-override-failure'],
      ]).at(-1),
    ).toBe('vetoed/override_failed')
    expect(
      way('ne', [
        ...VETOED,
        ['-', 'Failed to become law notwithstanding the objections of the Governor 24-24-1', 'failure'],
      ]).at(-1),
    ).toBe('vetoed/override_failed')
  })

  it('enacts with a line-item veto', () => {
    expect(
      way('wa', [
        ...PASSED_BOTH,
        ['-', 'Governor partially vetoed.', 'executive-veto-line-item'],
        ['-', 'Effective date 7/27/2025.', 'became-law'],
      ]).at(-1),
    ).toBe('enacted/line_item_veto')
    expect(
      way('la', [
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
      way('ia', [...PASSED_BOTH, ['-', 'Item vetoed, signed by Governor.', 'executive-veto-line-item']]).at(
        -1,
      ),
    ).toBe('enacted/line_item_veto')
  })

  it('lets a bill become law without a signature', () => {
    expect(
      way('la', [
        ...PASSED_BOTH,
        ['S', "Becomes Act No. 406 without the Governor's signature.", 'became-law'],
      ]).at(-1),
    ).toBe('enacted/without_signature')
    expect(way('ks', [...PASSED_BOTH, ['S', "Will become law without Governor's signature"]]).at(-1)).toBe(
      'enacted/without_signature',
    )
  })

  it('gives a bill back that the legislature recalls', () => {
    expect(
      way('ny', [
        ...PASSED_BOTH,
        ['-', 'DELIVERED TO GOVERNOR', 'executive-receipt'],
        ['S', 'RECALLED FROM GOVERNOR'],
        ['-', 'DELIVERED TO GOVERNOR', 'executive-receipt'],
        ['-', 'SIGNED CHAP.249', 'executive-signature'],
      ]),
    ).toEqual([...PASSED_BOTH_WAY, 'to_executive', 'passed_both', 'to_executive', 'enacted'])
  })

  it('of Virginia recommends: neither signature nor veto', () => {
    expect(
      way('va', [
        ...PASSED_BOTH,
        ['-', "Governor's recommendation received by House (HB30AG)", 'executive-veto-line-item'],
        ['-', "Governor's recommendation adopted", 'executive-signature'],
      ]).at(-1),
    ).toBe('passed_both')
  })

  it('of the District signs an act, which Congress reviews before it is law', () => {
    const act: Line[] = [
      ['L', 'Final Reading, CC', 'reading-3'],
      ['-', 'Transmitted to Mayor, Response Due on Feb 24, 2025', 'executive-receipt', 'receipt'],
      ['-', 'Signed by the Mayor and Enacted with Act Number A26-0018', 'executive-signature', 'became-law'],
      ['L', 'Transmitted to Congress, Projected Law Date is Jan 17, 2026', 'became-law', 'receipt'],
    ]
    expect(way('dc', act)).toEqual(['passed_both', 'to_executive'])
    expect(way('dc', [...act, ['L', 'Law L26-0001, Effective from Apr 08, 2025', 'became-law']]).at(-1)).toBe(
      'enacted',
    )
  })

  it('of the District makes an emergency act law that expires by itself', () => {
    expect(
      way('dc', [
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

describe('resolutions and amendments of a constitution', () => {
  it('a resolution is adopted by its own chamber', () => {
    expect(
      way(
        'tx',
        [
          ['H', 'Filed', 'filing'],
          ['H', 'Adopted', 'passage'],
        ],
        { classification: ['resolution'] },
      ),
    ).toEqual(['prefiled', 'adopted'])
  })

  it('a concurrent resolution is adopted by both', () => {
    const lines: Line[] = [
      ['H', 'Adopted', 'passage'],
      ['S', 'Adopted', 'passage'],
    ]
    expect(way('az', lines, { classification: ['concurrent resolution'] })).toEqual([
      'passed_one_chamber',
      'adopted',
    ])
    expect(
      way('az', [...lines, ['-', 'Transmit to Secretary of State', 'executive-receipt']], {
        classification: ['concurrent resolution'],
      }).at(-1),
    ).toBe('adopted')
  })

  it('a joint resolution that proposes an amendment of the Constitution needs no President', () => {
    const context = {
      classification: ['joint resolution'],
      title: 'Proposing an amendment to the Constitution of the United States relating to life.',
    }
    expect(
      way(
        'us',
        [
          ['H', 'On passage Passed', 'passage'],
          ['S', 'Passed Senate', 'passage'],
        ],
        context,
      ).at(-1),
    ).toBe('adopted')
  })

  it('another joint resolution of Congress is signed like a bill', () => {
    const context = { classification: ['joint resolution'], title: 'Making continuing appropriations' }
    expect(
      way(
        'us',
        [
          ['H', 'On passage Passed', 'passage'],
          ['S', 'Passed Senate', 'passage'],
          ['-', 'Became Public Law No: 119-4.', 'became-law'],
        ],
        context,
      ).at(-1),
    ).toBe('enacted')
  })

  it('a constitutional amendment of New Hampshire is adopted by both chambers', () => {
    expect(
      way(
        'nh',
        [
          ['H', 'Ought to Pass: MA RC 300-60', 'passage'],
          ['S', 'Ought to Pass: RC 16Y-8N, MA; OT3rdg', 'passage'],
        ],
        { classification: ['constitutional amendment'] },
      ).at(-1),
    ).toBe('adopted')
  })

  it('a resolution of the District is approved with a number', () => {
    expect(
      way('dc', [['L', 'Approved with Resolution Number R26-0001', 'became-law']], {
        classification: ['resolution'],
        chamber_of_origin: 'legislature',
      }).at(-1),
    ).toBe('adopted')
  })

  it('a signature under a resolution does not make it law', () => {
    expect(
      way(
        'ut',
        [
          ['H', 'House/ passed 3rd reading', 'passage'],
          ['S', 'Senate/ passed 3rd reading', 'passage'],
          ['-', 'Governor Signed', 'executive-signature'],
        ],
        { classification: ['concurrent resolution'] },
      ).at(-1),
    ).toBe('adopted')
  })

  it('failed resolutions are failed (119 HRES713)', () => {
    expect(
      way(
        'us',
        [
          ['H', 'Introduced in House', 'introduction'],
          [
            'H',
            'On motion to suspend the rules and agree to the resolution Failed by voice vote.',
            'failure',
          ],
        ],
        { classification: ['resolution'] },
      ).at(-1),
    ).toBe('failed')
  })
})

describe('bills that stop', () => {
  it('New Hampshire: a carried motion of inexpedience kills, a failed one does not', () => {
    const reported: Line[] = [
      ['H', 'Introduced', 'introduction'],
      ['H', 'Committee Report: Inexpedient to Legislate  02/17/2026 (Vote 16-0; CC)', 'committee-failure'],
    ]
    expect(way('nh', reported)).toEqual(['introduced', 'reported'])
    expect(
      way('nh', [
        ...reported,
        ['H', 'Inexpedient to Legislate: MA VV 01/07/2026  HJ 1  P. 72', 'failure'],
      ]).at(-1),
    ).toBe('failed')
    expect(
      way('nh', [...reported, ['H', 'Inexpedient to Legislate: MF RC 150-180 01/07/2026', 'failure']]).at(-1),
    ).toBe('reported')
  })

  it('New Hampshire: a failed motion to pass is no passage', () => {
    expect(
      way('nh', [['H', 'Ought to Pass: MF DV 150-180 01/07/2026', 'committee-passage-favorable', 'passage']]),
    ).not.toContain('passed_one_chamber')
  })

  it('a report against a bill is a report', () => {
    expect(way('md', [['H', 'Unfavorable Report by Judiciary', 'committee-passage-unfavorable']])).toEqual([
      'reported',
    ])
  })

  it('an amendment, a motion or a section that fails is not the bill', () => {
    for (const description of [
      '(H) AM NO 3 TO AM NO 2 FAILED Y18 N22',
      '(H) EFFECTIVE DATE(S) FAILED Y21 N19',
      'Senate Comm - Motion to Recommend Failed [Senate Education]',
      'House/ substitute adoption failed',
    ]) {
      expect(
        way('ut', [
          ['H', 'Introduced', 'introduction'],
          ['H', description, 'failure'],
        ]),
      ).toEqual(['introduced'])
    }
  })

  it('a failure is revived by a reconsideration and a later passage', () => {
    expect(
      way('ak', [
        ...PASSED_BOTH.slice(0, 3),
        ['H', '(H) FAILED PASSAGE Y18 N22', 'failure'],
        ['H', '(H) PASSED ON RECONSIDERATION Y21 N19', 'passage'],
      ]),
    ).toEqual(['introduced', 'in_committee', 'reported', 'failed', 'passed_one_chamber'])
  })

  it("a clerk's referral on the day of the defeat does not revive it, one of a later day does", () => {
    const failed: Line[] = [
      ['S', 'Introduced', 'introduction'],
      ['S', 'HELD FOR CONSIDERATION IN CODES', 'failure'],
    ]
    expect(way('ny', [...failed, ['S', '=REFERRED TO CODES', 'referral-committee']]).at(-1)).toBe('failed')
    expect(way('ny', [...failed, ['S', 'REFERRED TO CODES', 'referral-committee']]).at(-1)).toBe(
      'in_committee',
    )
  })

  it('a vote taken back takes the passage back', () => {
    expect(way('mi', [...PASSED_BOTH, ['S', 'vote on passage reconsidered']])).toEqual([
      ...PASSED_BOTH_WAY,
      'passed_one_chamber',
    ])
  })

  it('is carried over and goes on where it stood', () => {
    const carried: Line[] = [
      ...PASSED_BOTH.slice(0, 3),
      ['H', 'Carried over to the next session', 'carried-over'],
    ]
    expect(way('wa', carried).at(-1)).toBe('carried_over')
    expect(
      way('wa', [
        ...PASSED_BOTH.slice(0, 3),
        ['H', 'By resolution, reintroduced and retained in present status.'],
      ]).at(-1),
    ).toBe('carried_over')
    expect(
      way('wa', [...carried, ['H', 'Third reading, passed; yeas, 89; nays, 0', 'reading-3']]).at(-1),
    ).toBe('passed_one_chamber')
  })

  it('is withdrawn', () => {
    expect(
      way('md', [
        ['H', 'First Reading', 'introduction'],
        ['H', 'Withdrawn by Sponsor', 'withdrawal'],
      ]).at(-1),
    ).toBe('withdrawn')
    expect(
      way('tx', [
        ['H', 'Filed', 'filing'],
        ['H', 'Amendment withdrawn', 'withdrawal'],
      ]),
    ).toEqual(['prefiled'])
    expect(
      way('az', [
        ['H', 'First Reading', 'reading-1'],
        ['H', 'W/D', 'withdrawal'],
      ]),
    ).toEqual(['introduced'])
  })

  it('is replaced by another bill', () => {
    expect(
      way('ny', [
        ['S', 'REFERRED TO CODES', 'referral-committee'],
        ['S', 'SUBSTITUTED BY A123'],
      ]).at(-1),
    ).toBe('withdrawn/replaced')
    expect(
      way('ny', [
        ['S', 'REFERRED TO CODES', 'referral-committee'],
        ['S', 'SUBSTITUTED FOR A123'],
      ]).at(-1),
    ).toBe('in_committee')
    expect(
      way('ia', [
        ['S', 'Introduced', 'introduction'],
        ['S', 'HF 299 substituted.'],
        ['S', 'Withdrawn.', 'withdrawal'],
      ]).at(-1),
    ).toBe('withdrawn/replaced')
  })

  it('a substitute text is not another bill', () => {
    expect(
      way('ut', [
        ['H', 'House/ filed', 'filing'],
        ['H', 'Bill Substituted by Sponsor in House Rules Comm', 'substitution'],
      ]),
    ).toEqual(['prefiled'])
  })

  it('dies only with a session that was closed', () => {
    expect(way('tx', PASSED_BOTH.slice(0, 4)).at(-1)).toBe('passed_one_chamber')
    const closed = fold('tx', PASSED_BOTH.slice(0, 4), { session_closed_on: '2026-06-01' })
    expect(closed.at(-1)).toEqual({ status: 'dead', detail: null, date: '2026-06-01', action_id: null })
  })

  it('does not die where both chambers passed it, nor where it has ended otherwise', () => {
    expect(way('tx', PASSED_BOTH, { session_closed_on: '2026-06-01' }).at(-1)).toBe('passed_both')
    expect(
      way('md', [['H', 'Withdrawn by Sponsor', 'withdrawal']], { session_closed_on: '2026-06-01' }).at(-1),
    ).toBe('withdrawn')
  })
})

describe('classes that sources give to other things', () => {
  it.each([
    ['wa', 'President signed.', 'passed_both'],
    ['ky', 'enrolled, signed by Speaker of the House', 'passed_both'],
  ] as const)('%s: %s is the signing of an enrolled bill', (place, description, status) => {
    expect(way(place, [...PASSED_BOTH, ['S', description, 'passage']]).at(-1)).toBe(status)
  })

  it.each([
    ['ky', 'passed over and retained in the Orders of the Day'],
    ['ne', 'Passed over'],
    ['ks', 'Committee of the Whole - Be passed as amended'],
    ['va', 'Bill text as passed House (HR2001ER)'],
  ] as const)('%s: %s is no passage', (place, description) => {
    expect(
      way(place, [
        ['H', 'Introduced', 'introduction'],
        ['H', description, 'passage'],
      ]),
    ).toEqual(['introduced'])
  })

  it('Louisiana: passed to third reading is no passage', () => {
    expect(way('la', [['H', 'Read by title, passed to 3rd reading.', 'reading-3']])).toEqual(['introduced'])
  })

  it('Vermont: a bill delivered to the Governor is with the Governor', () => {
    expect(
      way('vt', [...PASSED_BOTH, ['H', 'Delivered to the Governor on June 6, 2025', 'passage']]).at(-1),
    ).toBe('to_executive')
  })
})
