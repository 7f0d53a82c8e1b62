import { describe, expect, it } from 'vitest'
import { interpretRollCall } from '../../../../ingest/legislature/roll-calls/interpret-roll-call.ts'
import type { MemberVote, RollCall } from '../../../../schemas/event-bodies/vote.ts'

const voter = (name: string, option: MemberVote['option']): MemberVote => ({
  option,
  option_text: null,
  voter_name: name,
  district: null,
  note: '',
  source_id: null,
})
const voters = (count: number): MemberVote[] =>
  Array.from({ length: count }, (_, at) => voter(`Member ${at}`, 'yes'))

const roll = (place: string, overrides: Partial<RollCall>): RollCall =>
  interpretRollCall({
    jurisdiction: `ocd-division/country:us/state:${place}`,
    session: '2026',
    chamber: 'upper',
    organization: null,
    identifier: '',
    motion_text: 'Passage',
    motion_classification: ['passage'],
    start_date: '2026-02-01',
    end_date: null,
    result: 'pass',
    counts: [],
    votes: [],
    sources: [],
    dedupe_key: null,
    bill_action: null,
    extras: {},
    ...overrides,
  })

describe('the result of a roll call', () => {
  it("follows the text, not the count of yes and no; the scraper's result is kept in extras", () => {
    const counts = [
      { option: 'yes', value: 29 },
      { option: 'no', value: 26 },
    ]
    const lost = roll('az', { motion_text: 'failed to pass', result: 'pass', counts, votes: voters(29) })
    expect([lost.result, lost.extras]).toEqual(['fail', { reported_result: 'pass' }])
    const adopted = roll('ne', { motion_text: 'Judiciary AM1660 adopted', result: 'fail', votes: voters(32) })
    expect(adopted.result).toBe('pass')
  })

  it('is unknown if a failure was computed from no votes at all', () => {
    const empty = roll('va', { motion_text: 'Presented 26200020D', result: 'fail' })
    expect([empty.result, empty.extras.reported_result]).toEqual(['unknown', 'fail'])
    expect(roll('de', { motion_text: 'SM', result: 'pass' }).result).toBe('pass')
  })

  it('stays as reported if the source uses its own words or the text gives no result', () => {
    expect(roll('us', { result: 'Agreed to', motion_text: 'On Passage of the Bill' }).result).toBe(
      'Agreed to',
    )
    expect(
      roll('la', { result: 'fail', votes: [voter('A', 'yes')], motion_text: 'FINAL PASSAGE (#1)' }).result,
    ).toBe('fail')
  })

  it('is not computed if a motion needs more than half; the requirement is reported', () => {
    const vote = roll('de', { motion_text: '2/3', result: 'fail', votes: voters(20) })
    expect([vote.result, vote.requirement]).toEqual(['fail', '2/3'])
    expect(roll('de', { motion_text: 'SM' }).requirement).toBe('1/2')
    expect(roll('mi', { motion_text: 'PASSED BY 2/3 VOTE ROLL CALL # 1' }).requirement).toBe('2/3')
  })
})

describe('the chamber of a roll call', () => {
  it('is the one whose size fits the number of voters (Kentucky)', () => {
    const [house, senate] = [
      roll('ky', { chamber: 'upper', votes: voters(100) }),
      roll('ky', { chamber: 'lower', votes: voters(38) }),
    ]
    expect([house.chamber, house.extras.reported_chamber]).toEqual(['lower', 'upper'])
    expect([senate.chamber, senate.extras.reported_chamber]).toEqual(['upper', 'lower'])
    expect(roll('ky', { chamber: 'upper', votes: voters(38) }).extras).toEqual({})
  })

  it('stays as reported for a committee vote, or if both chambers could have this many voters', () => {
    expect(roll('ky', { organization: 'Judiciary', chamber: 'lower', votes: voters(12) }).chamber).toBe(
      'lower',
    )
    expect(roll('il', { chamber: 'lower', votes: voters(12) }).chamber).toBe('lower')
  })
})

describe('the counts of a roll call', () => {
  it('stay as reported, and differing printed counts are stored beside them', () => {
    const counts = [
      { option: 'yes', value: 4 },
      { option: 'no', value: 5 },
    ]
    const motion_text = 'PASSED ROLL CALL # 17 YEAS 30 NAYS 5 EXCUSED 1 NOT VOTING 0'
    const vote = roll('mi', { motion_text, counts })
    expect([vote.counts, vote.extras.printed_counts]).toEqual([counts, { yes: 30, no: 5 }])
    expect(roll('mi', { motion_text, counts: [{ option: 'yes', value: 30 }, counts[1]!] }).extras).toEqual({})
  })
})

describe('a roll call with more voters than seats', () => {
  it('is flagged and kept whole (a list of voters three times)', () => {
    const vote = roll('ny', { chamber: 'lower', votes: voters(450) })
    expect(vote.votes).toHaveLength(450)
    expect(vote.extras.voters_exceed_seats).toEqual({ voters: 450, seats: 150 })
  })

  it('is not flagged if the presiding officer breaks a tie', () => {
    expect(roll('al', { votes: voters(36) }).extras).toEqual({})
  })
})
