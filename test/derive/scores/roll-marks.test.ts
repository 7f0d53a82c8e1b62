import { describe, expect, it } from 'vitest'
import { chooseRolls } from '../../../derive/scores/counted-rolls.ts'
import {
  type RecordedItem,
  type RollWithVotes,
  readMarks,
  type SeatedPerson,
} from '../../../derive/scores/roll-marks.ts'
import { scoreMembers } from '../../../derive/scores/scored-members.ts'
import type { Seat } from '../../../derive/scores/seats.ts'
import type { ScorecardItem } from '../../../schemas/event-bodies/scorecard.ts'
import { defaultPolicies, type VoteChoice } from '../../../schemas/vocabulary/scorecards.ts'

const jurisdiction = 'ocd-division/country:us/state:wa'
const seat = (chamber: string, start_date: string | null, end_date: string | null = null): Seat => ({
  jurisdiction,
  chamber,
  start_date,
  end_date,
})
const item = (more: Partial<ScorecardItem> = {}): ScorecardItem => ({
  id: '1',
  kind: 'vote',
  vote_ocd_id: null,
  bill_ocd_id: 'ocd-bill/1',
  session: null,
  bill_identifier: null,
  roll_call: null,
  chamber: null,
  date: null,
  position: 'yes',
  weight: 1,
  title: 'Hives',
  why: null,
  url: null,
  ...more,
})
type Votes = Readonly<Record<string, string>>
let rolls = 0
const roll = (votes: Votes, more: Partial<RollWithVotes> = {}): RollWithVotes => {
  rolls += 1
  return {
    id: rolls,
    ocd_id: `ocd-vote/${rolls}`,
    bill_ocd_id: 'ocd-bill/1',
    session: '2025-2026',
    chamber: 'lower',
    day: '2026-02-10',
    identifier: '',
    classification: [],
    is_vacated: false,
    votes: Object.entries(votes).map(([name, option]) => ({
      option,
      option_text: null,
      voter_name: name,
      // `7` is the person 7; `?Smith` is a name that nobody is known for.
      person_id: name.startsWith('?') ? null : Number(name),
    })),
    ...more,
  }
}

function marksOf(
  recorded: readonly RecordedItem[],
  people: readonly SeatedPerson[],
  vote_choice: VoteChoice = 'latest',
) {
  const { members } = readMarks(recorded, { jurisdiction, people, vote_choice })
  return Object.fromEntries(
    members.map(({ who, marks }) => [who.person_id ?? who.name, [...marks.values()]] as const),
  )
}

describe('marks of roll calls', () => {
  it('are of the side that the organization asked for', () => {
    const one = roll({ 1: 'yes', 2: 'no', 3: 'absent', 4: 'not voting', 5: 'other', '?Smith': 'yes' })
    const votes = one.votes.map((vote) =>
      vote.voter_name === '5' ? { ...vote, option_text: 'Present' } : vote,
    )
    expect(marksOf([{ item: item({ position: 'no' }), rolls: [{ ...one, votes }], bill: null }], [])).toEqual(
      {
        1: ['against'],
        2: ['for'],
        3: ['absent'],
        4: ['not_voting'],
        5: ['present'],
        '?Smith': ['against'],
      },
    )
  })

  it('leave out former and later members, and members of the other chamber, even if they are listed', () => {
    const people = [
      { id: 1, seats: [seat('lower', '2023-01-01', '2026-01-31')] },
      { id: 2, seats: [seat('lower', '2026-03-01')] },
      { id: 3, seats: [seat('upper', '2021-01-01')] },
      { id: 4, seats: [seat('lower', '2021-01-01')] },
    ]
    const listed = roll({ 1: 'absent', 3: 'absent', 4: 'yes' })
    expect(marksOf([{ item: item(), rolls: [listed], bill: null }], people)).toEqual({
      1: ['out_of_office'],
      3: ['out_of_office'],
      4: ['for'],
    })
  })

  it('count a partial term only while it lasts', () => {
    const people = [{ id: 1, seats: [seat('lower', '2026-02-01', '2026-02-20')] }]
    const recorded = ['2026-01-15', '2026-02-10', '2026-03-15'].map((day, index) => ({
      item: item({ id: String(index) }),
      rolls: [roll({ 1: 'no' }, { day })],
      bill: null,
    }))
    const { acts, members } = readMarks(recorded, { jurisdiction, people, vote_choice: 'latest' })
    expect(scoreMembers(defaultPolicies, acts, members).members[0]).toMatchObject({
      points: 0,
      possible: 1,
      score: 0,
    })
  })

  it('are of one person who changed chambers, in each chamber while seated there', () => {
    const people = [
      { id: 1, seats: [seat('lower', '2023-01-01', '2026-01-31'), seat('upper', '2026-02-01')] },
    ]
    const recorded = [
      { item: item({ id: 'a' }), rolls: [roll({ 1: 'yes' }, { day: '2026-01-15' })], bill: null },
      { item: item({ id: 'b' }), rolls: [roll({ 1: 'absent' }, { day: '2026-02-10' })], bill: null },
      { item: item({ id: 'c' }), rolls: [roll({ 1: 'no' }, { chamber: 'upper' })], bill: null },
    ]
    expect(marksOf(recorded, people)).toEqual({ 1: ['for', 'out_of_office', 'against'] })
    const { members } = readMarks(recorded, { jurisdiction, people, vote_choice: 'latest' })
    expect(members[0]!.who.chamber).toBe('upper')
  })

  it('count a person once whose role ends on the day on which the next one begins', () => {
    const people = [
      { id: 1, seats: [seat('lower', '2023-01-01', '2026-02-10'), seat('lower', '2026-02-10')] },
    ]
    expect(marksOf([{ item: item(), rolls: [roll({ 1: 'yes' })], bill: null }], people)).toEqual({
      1: ['for'],
    })
  })

  it('are blank for a seated member who is not listed, but not if an unknown name could be that member', () => {
    const people = [
      { id: 1, seats: [seat('lower', '2023-01-01')] },
      { id: 2, seats: [seat('lower', null)] },
    ]
    const complete = { item: item(), rolls: [roll({ 7: 'yes' })], bill: null }
    expect(marksOf([complete], people)).toEqual({ 7: ['for'], 1: ['blank'] })
    const unknown = { item: item(), rolls: [roll({ '?Smith': 'yes' })], bill: null }
    expect(marksOf([unknown], people)).toEqual({ '?Smith': ['for'] })
  })

  it('are blank for a member whom one roll call lists twice, differently: two of one name, or a fault', () => {
    const twice = roll({ 1: 'yes' })
    const votes = [...twice.votes, { ...twice.votes[0]!, option: 'no' }]
    expect(marksOf([{ item: item(), rolls: [{ ...twice, votes }], bill: null }], [])).toEqual({
      1: ['blank'],
    })
  })

  it('say how the chamber decided, or that it did not', () => {
    const majorities = [{ 1: 'yes', 2: 'no', 3: 'no' }, { 1: 'yes' }, { 1: 'yes', 2: 'no' }].map((votes) => {
      const recorded = [{ item: item(), rolls: [roll(votes as unknown as Votes)], bill: null }]
      return readMarks(recorded, { jurisdiction, people: [], vote_choice: 'latest' }).acts[0]!.majority
    })
    expect(majorities).toEqual(['against', 'for', null])
  })
})

describe('marks of sponsorships', () => {
  const bill = (sponsors: readonly (readonly [number | null, boolean])[]) => ({
    ocd_id: 'ocd-bill/1',
    session: '2025-2026',
    chamber: 'lower',
    days: ['2026-01-15', '2026-03-01'] as const,
    sponsors: sponsors.map(([person_id, is_primary]) => ({
      name: `?${person_id}`,
      chamber: 'lower',
      is_primary,
      person_id,
    })),
  })
  const people = [
    { id: 1, seats: [seat('lower', '2023-01-01')] },
    { id: 2, seats: [seat('lower', '2026-02-01')] },
    { id: 3, seats: [seat('lower', '2023-01-01', '2026-01-10')] },
    { id: 4, seats: [seat('upper', '2023-01-01')] },
  ]

  it('ask those who could sign: seated in the chamber of the bill while it was open', () => {
    const one = { item: item({ kind: 'cosponsorship' }), rolls: [], bill: bill([[1, false]]) }
    expect(marksOf([one], people)).toEqual({ 1: ['for'], 2: ['not_sponsored'] })
  })

  it('count primary sponsors alone for a sponsorship', () => {
    const one = {
      item: item({ kind: 'sponsorship' }),
      rolls: [],
      bill: bill([
        [1, false],
        [2, true],
      ]),
    }
    expect(marksOf([one], people)).toEqual({ 1: ['not_sponsored'], 2: ['for'] })
  })

  it('count against sponsors of what the organization opposes, and give nobody points for silence', () => {
    const one = { item: item({ kind: 'cosponsorship', position: 'no' }), rolls: [], bill: bill([[1, true]]) }
    expect(marksOf([one], people)).toEqual({ 1: ['against'] })
  })

  it('say nothing of the others if a sponsor is not known', () => {
    const one = { item: item({ kind: 'cosponsorship' }), rolls: [], bill: bill([[null, true]]) }
    expect(marksOf([one], people)).toEqual({ '?null': ['for'] })
  })
})

describe('the roll calls of an item', () => {
  const first = roll({}, { day: '2026-01-10', classification: ['passage'] })
  const amended = roll(
    {},
    { day: '2026-01-20', classification: ['amendment-passage'], identifier: 'RCS# 078' },
  )
  const senate = roll({}, { day: '2026-02-20', chamber: 'upper', classification: ['passage'] })
  const vacated = roll({}, { day: '2026-03-20', is_vacated: true })
  const committee = roll({}, { day: '2026-03-21', chamber: null })
  const all = [vacated, senate, amended, first, committee]
  const ids = (more: Partial<ScorecardItem>, vote_choice: VoteChoice) =>
    chooseRolls(item(more), { vote_choice }, all).map(({ id }) => id)

  it('are chosen in each chamber, never vacated ones, and none of a committee', () => {
    expect(ids({}, 'latest')).toEqual([amended.id, senate.id])
    expect(ids({}, 'final_passage')).toEqual([first.id, senate.id])
    expect(ids({}, 'all')).toEqual([first.id, amended.id, senate.id])
    expect(ids({}, 'average')).toEqual([first.id, amended.id, senate.id])
    expect(ids({ chamber: 'upper' }, 'all')).toEqual([senate.id])
  })

  it('are the one that is named, whatever the choice', () => {
    expect(ids({ vote_ocd_id: first.ocd_id }, 'latest')).toEqual([first.id])
    expect(ids({ roll_call: '78' }, 'latest')).toEqual([amended.id])
    expect(ids({ roll_call: '79' }, 'latest')).toEqual([])
    expect(ids({ date: '2026-01-10' }, 'latest')).toEqual([first.id])
  })
})
