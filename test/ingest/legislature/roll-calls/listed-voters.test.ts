import { describe, expect, it } from 'vitest'
import { isTableWord, listVoters } from '../../../../ingest/legislature/roll-calls/listed-voters.ts'
import { openstatesScraper } from '../../../../ingest/sources/openstates-scraper/index.ts'
import type { RollCall } from '../../../../schemas/event-bodies/vote.ts'
import { caseFolder } from '../../../support/harness/case-files.ts'
import { readSourceText } from '../../../support/source-records/read-source.ts'

type Listed = string | readonly [name: string, option: 'yes' | 'no']

const of = (place: string, names: readonly Listed[]): RollCall => ({
  jurisdiction: `ocd-division/country:us/state:${place}`,
  session: '2026',
  chamber: 'lower',
  organization: null,
  identifier: '',
  motion_text: 'Passage',
  motion_classification: ['passage'],
  start_date: '2026-03-02',
  end_date: null,
  result: 'pass',
  counts: [],
  votes: names.map((one) => {
    const [voter_name, option] = typeof one === 'string' ? ([one, 'yes'] as const) : one
    return { option, option_text: null, voter_name, district: null, note: '', source_id: null }
  }),
  sources: [],
  dedupe_key: null,
  bill_action: null,
  extras: {},
})
const namesOf = ({ votes }: RollCall): string[] => votes.map(({ voter_name }) => voter_name)
const rejectedOf = ({ extras }: RollCall): unknown => extras.rejected_voters

describe('reading the voters of a roll call', () => {
  it('sets aside a line that cannot be a person, with a reason (V12)', () => {
    const vote = listVoters(
      of('ct', ['Y', ['N', 'no'], '-', '.', '1', '(1)', 'X', 'District 12', 'Third Reading of Bills', 'Ng']),
    )
    expect(namesOf(vote)).toEqual(['Ng'])
    expect(rejectedOf(vote)).toEqual([
      { voter_name: 'Y', option: 'yes', reason: 'a single letter' },
      { voter_name: 'N', option: 'no', reason: 'a single letter' },
      { voter_name: '-', option: 'yes', reason: 'no letter in it' },
      { voter_name: '.', option: 'yes', reason: 'no letter in it' },
      { voter_name: '1', option: 'yes', reason: 'no letter in it' },
      { voter_name: '(1)', option: 'yes', reason: 'no letter in it' },
      { voter_name: 'X', option: 'yes', reason: 'a single letter' },
      { voter_name: 'District 12', option: 'yes', reason: 'a district' },
      { voter_name: 'Third Reading of Bills', option: 'yes', reason: 'a heading' },
    ])
  })

  it('accepts short names and offices', () => {
    const names = [
      'Wu',
      'Qi',
      'Ra',
      'Au',
      'Vo',
      'Mr. Speaker',
      'Mr. President',
      'von Gillern*',
      'O’Neal',
      'Nay, J.',
    ]
    expect(listVoters(of('tx', names))).toEqual(of('tx', names))
  })

  it('joins a suffix to the name before it, and rejects a suffix without a name (N15)', () => {
    const vote = listVoters(of('fl', ['Sr.', 'Marlowe', 'Jr.', 'Trellis', ['III', 'no']]))
    expect(namesOf(vote)).toEqual(['Marlowe, Jr.', 'Trellis'])
    expect(rejectedOf(vote)).toEqual([
      { voter_name: 'Sr.', option: 'yes', reason: 'a suffix without a name' },
      { voter_name: 'III', option: 'no', reason: 'a suffix without a name' },
    ])
  })

  it('joins initials to the name before them (Wyoming)', () => {
    expect(namesOf(listVoters(of('wy', ['Campbell', 'E', 'Larson', 'JT', 'Byron'])))).toEqual([
      'Campbell, E',
      'Larson, JT',
      'Byron',
    ])
  })

  it('joins an office to the name of its holder (Colorado)', () => {
    const senators = Array.from({ length: 34 }, (_, index) => `Senator${index}`)
    expect(namesOf(listVoters(of('co', [...senators, 'Coleman', 'President']))).at(-1)).toBe(
      'Coleman, President',
    )
    expect(namesOf(listVoters(of('co', [...senators, 'President', 'Coleman']))).at(-1)).toBe(
      'Coleman, President',
    )
    expect(
      namesOf(listVoters(of('co', ['District 21', ...senators.slice(1), 'Coleman', 'President']))).at(-1),
    ).toBe('Coleman, President')
    expect(namesOf(listVoters(of('co', [...senators, 'President']))).at(-1)).toBe('President')
    expect(namesOf(listVoters(of('co', [...senators, 'Coleman', ['President', 'no']])))).toHaveLength(36)
  })

  it('keeps the counts of the roll call as reported (V12)', async () => {
    const [vote] = (await readSourceText(openstatesScraper, caseFolder('V12'))).of('vote')
    expect(namesOf(vote!.parts.vote!)).toEqual(['Quillfeather', 'Ostrander'])
    expect(vote!.parts.vote!.counts).toEqual([
      { option: 'yes', value: 2 },
      { option: 'no', value: 2 },
    ])
  })
})

describe('the check for words of a misread table', () => {
  it.each([
    'YEA',
    'Nays',
    'NAY 3',
    'Absent',
    'Excused',
    'Absent or Excused',
    'Totals:',
    'Vacant',
    'Not Voting - 2',
  ])('matches %s', (word) => expect(isTableWord(word)).toBe(true))

  it.each(['Nay, J.', 'No Name', 'Yeager', 'Ayers', '3', 'Noe'])('does not match %s', (name) =>
    expect(isTableWord(name)).toBe(false),
  )
})
