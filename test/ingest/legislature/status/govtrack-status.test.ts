import { describe, expect, it } from 'vitest'
import { toLocal } from '../../../../ingest/dates/local-time.ts'
import { classifyAction } from '../../../../ingest/legislature/action-classes/classify-action.ts'
import { foldStatus } from '../../../../ingest/legislature/status/status.ts'
import { oldestFirst } from '../../../../ingest/sources/mapping/action-order.ts'
import { asFields, listOf, looseText, textsOf } from '../../../../ingest/sources/records/fields.ts'
import { realData } from '../../../support/harness/real-data.ts'
import { readLines } from '../../../support/harness/real-lines.ts'
import { govtrackStatus } from './govtrack-status.ts'
import { fromGovtrack } from './status-words.ts'

const jurisdiction = 'ocd-division/country:us'
type Told = readonly [chamber: 'H' | 'S' | 'P', text: string]
const chamberOf = { H: 'lower', S: 'upper', P: null } as const

function history(lines: readonly Told[]) {
  return lines.map(([by, description], index) => ({
    id: `a${index}`,
    date: `2025-0${1 + Math.floor(index / 28)}-${String(1 + (index % 28)).padStart(2, '0')}`,
    chamber: chamberOf[by],
    description,
    classification: classifyAction({ division_id: jurisdiction, chamber: chamberOf[by], description }),
  }))
}

function word(identifier: string, lines: readonly Told[], title = 'An act'): string {
  const chamber = identifier.startsWith('S') ? 'upper' : 'lower'
  const context = {
    jurisdiction,
    chamber_of_origin: chamber,
    classification: ['resolution'],
    title,
    identifier,
  }
  return govtrackStatus(history(lines), context)
}

const HOUSE: readonly Told[] = [
  ['H', 'Introduced in House'],
  ['H', 'Referred to the House Committee on Ways and Means.'],
  ['H', 'Reported by the Committee on Ways and Means. H. Rept. 119-7.'],
]
const PASSED_HOUSE: readonly Told[] = [
  ...HOUSE,
  ['H', 'On passage Passed by the Yeas and Nays: 292 - 132 (Roll no. 71).'],
]
const PASSED_BOTH: readonly Told[] = [
  ...PASSED_HOUSE,
  ['S', 'Passed Senate without amendment by Unanimous Consent.'],
]
const AMENDED: readonly Told[] = [
  ...PASSED_HOUSE,
  ['S', 'Passed Senate with an amendment by Yea-Nay Vote. 60 - 40.'],
]
const VETOED: readonly Told[] = [
  ...PASSED_BOTH,
  ['P', 'Presented to President.'],
  ['P', 'Vetoed by President.'],
]

describe('the GovTrack status of a bill of Congress', () => {
  it.each<[string, string, readonly Told[]]>([
    ['INTRODUCED', 'HR 1', HOUSE.slice(0, 1)],
    ['REFERRED', 'HR 1', HOUSE.slice(0, 2)],
    ['REPORTED', 'HR 1', HOUSE],
    ['PASS_OVER:HOUSE', 'HR 1', PASSED_HOUSE],
    ['PASS_BACK:SENATE', 'HR 1', AMENDED],
    ['PASSED:BILL', 'HR 1', PASSED_BOTH],
    [
      'PASSED:BILL',
      'HR 1',
      [...AMENDED, ['H', 'On motion that the House agree to the Senate amendment Agreed to by voice vote.']],
    ],
    ['PASSED:BILL', 'HR 1', [...PASSED_BOTH, ['P', 'Presented to President.']]],
    [
      'PASSED:SIMPLERES',
      'HRES 5',
      [
        ['H', 'Submitted in House'],
        ['H', 'On agreeing to the resolution Agreed to without objection.'],
      ],
    ],
    ['PASSED:CONCURRENTRES', 'HCONRES 7', PASSED_BOTH],
    [
      'ENACTED:SIGNED',
      'HJRES 25',
      [
        ...PASSED_BOTH,
        ['P', 'Presented to President.'],
        ['P', 'Signed by President.'],
        ['P', 'Became Public Law No: 119-5.'],
      ],
    ],
    ['PROV_KILL:VETO', 'HR 1', VETOED],
    [
      'VETOED:POCKET',
      'HR 4042',
      [...PASSED_BOTH, ['P', 'Presented to President.'], ['P', 'Pocket Vetoed by President.']],
    ],
    [
      'VETOED:OVERRIDE_PASS_OVER:HOUSE',
      'HR 1',
      [
        ...VETOED,
        [
          'H',
          'On passage, the objections of the President to the contrary notwithstanding Passed by the Yeas and Nays',
        ],
      ],
    ],
    [
      'VETOED:OVERRIDE_FAIL_ORIGINATING:HOUSE',
      'HR 1',
      [
        ...VETOED,
        [
          'H',
          'On passage, the objections of the President to the contrary notwithstanding Failed by the Yeas and Nays',
        ],
      ],
    ],
    [
      'PROV_KILL:SUSPENSIONFAILED',
      'HR 1',
      [
        ...HOUSE,
        [
          'H',
          'On motion to suspend the rules and pass the bill Failed by the Yeas and Nays: (2/3 required): 200 - 220',
        ],
      ],
    ],
    [
      'FAIL:ORIGINATING:SENATE',
      'SJRES 10',
      [
        ['S', 'Introduced in Senate'],
        ['S', 'Failed of passage in Senate by Yea-Nay Vote. 47 - 52.'],
      ],
    ],
    [
      'FAIL:SECOND:SENATE',
      'HR 1',
      [...PASSED_HOUSE, ['S', 'Failed of passage in Senate by Yea-Nay Vote. 45 - 52.']],
    ],
    [
      'PROV_KILL:CLOTUREFAILED',
      'S 2806',
      [
        ['S', 'Introduced in Senate'],
        [
          'S',
          'Cloture on the motion to proceed to the measure not invoked in Senate by Yea-Nay Vote. 54 - 45.',
        ],
      ],
    ],
  ])('is %s for a history of %s', (expected, identifier, lines) => {
    expect(word(identifier, lines)).toBe(expected)
  })

  it('is passed without the President for a proposed amendment to the Constitution', () => {
    const title = 'Proposing an amendment to the Constitution of the United States.'
    expect(word('HJRES 1', PASSED_BOTH, title)).toBe('PASSED:CONSTAMEND')
  })

  const file = realData('govbot-formatted/usa/metadata.ndjson.gz')
  it.skipIf(file === undefined)(
    'agrees with our status for 6,136 real bills, except for failed cloture votes',
    async () => {
      const other = new Map<string, number>()
      let bills = 0
      for await (const line of readLines(file!)) {
        const fields = asFields(JSON.parse(line), 'bill')
        const identifier = looseText(fields, 'identifier')
        const actions = oldestFirst(
          listOf(fields, 'actions').map((item) => {
            const chamber = /"(upper|lower)"/u.exec(looseText(item, 'organization_id'))?.[1] ?? null
            const description = looseText(item, 'description')
            const given = textsOf(item, 'classification')
            const classification =
              given.length > 0
                ? [...given]
                : classifyAction({ division_id: jurisdiction, chamber, description })
            return {
              id: '',
              date: toLocal(looseText(item, 'date'), 'America/New_York')!,
              chamber,
              description,
              classification,
            }
          }),
          'us',
        ).map((action, index) => ({ ...action, id: `a${index}` }))
        const context = {
          jurisdiction,
          chamber_of_origin: identifier.startsWith('S') ? 'upper' : 'lower',
          classification: textsOf(fields, 'classification'),
          title: looseText(fields, 'title'),
          identifier,
        }
        const { status, detail } = foldStatus(actions, context).at(-1)!
        const emitted = govtrackStatus(actions, context)
        bills++
        const same = fromGovtrack(emitted)
        if (same?.status !== status || same.detail !== detail)
          other.set(emitted, (other.get(emitted) ?? 0) + 1)
      }
      expect(bills).toBe(6_136)
      expect([...other]).toEqual([['PROV_KILL:CLOTUREFAILED', 3]])
    },
    60_000,
  )
})
