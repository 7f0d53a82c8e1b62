import { describe, expect, it } from 'vitest'
import { withDistinctVoters } from '../../../../ingest/legislature/roll-calls/distinct-voters.ts'
import type { MemberVote, RollCall } from '../../../../schemas/event-bodies/vote.ts'

const voter = (voter_name: string, option: MemberVote['option'], id: string | null = null): MemberVote => ({
  option,
  option_text: null,
  voter_name,
  district: null,
  note: '',
  source_id: id,
})

const roll = (votes: readonly MemberVote[], counts: Record<string, number> = {}): RollCall =>
  withDistinctVoters({
    jurisdiction: 'ocd-division/country:us',
    session: '119',
    chamber: 'lower',
    organization: null,
    identifier: '',
    motion_text: 'Passage',
    motion_classification: ['passage'],
    start_date: '2026-02-01',
    end_date: null,
    result: 'pass',
    sources: [],
    dedupe_key: null,
    bill_action: null,
    extras: {},
    counts: Object.entries(counts).map(([option, value]) => ({ option, value })) as RollCall['counts'],
    votes: [...votes],
  })

describe('a member in a roll call', () => {
  it('is listed once under an option, even if the source repeats the id; totals stay as reported', () => {
    const alder = voter('Alder', 'yes', 'Q1')
    const { votes, counts, extras } = roll([alder, voter('Birch', 'yes', 'Q2'), alder, alder], { yes: 4 })
    expect(votes.map(({ voter_name }) => voter_name)).toEqual(['Alder', 'Birch'])
    expect(counts).toEqual([{ option: 'yes', value: 4 }])
    expect(extras).toEqual({ repeated_voters: 2 })
  })

  it('is kept under both options and flagged if the source lists both', () => {
    const { votes, extras } = roll([voter('Alder', 'yes', 'Q1'), voter('Alder', 'no', 'Q1')])
    expect(votes).toHaveLength(2)
    expect(extras).toEqual({
      voters_under_two_options: [{ voter_name: 'Alder', options: ['yes', 'no'] }],
    })
  })

  it('without an id may share a printed name with another member', () => {
    const smiths = [voter('Smith', 'yes'), voter('Smith', 'yes'), voter('Smith', 'no')]
    for (const counts of [{}, { yes: 2, no: 1 }, { yes: 5, no: 1 }]) {
      expect(roll(smiths, counts).votes).toHaveLength(3)
      expect(roll(smiths, counts).extras).toEqual({})
    }
  })

  it('is listed once if the reported total counts a repeated name once', () => {
    const names = ['Alder', 'Birch', 'Alder']
    const { votes, extras } = roll(
      names.map((name) => voter(name, 'yes')),
      { yes: 2 },
    )
    expect(votes).toHaveLength(2)
    expect(extras).toEqual({ repeated_voters: 1 })
  })
})

it('a roll call without repeated voters is not changed', () => {
  const votes = [voter('Alder', 'yes', 'Q1'), voter('Cedar', 'no', 'Q3'), voter('Vice President', 'yes')]
  expect(roll(votes, { yes: 1 })).toMatchObject({ votes, extras: {} })
})
