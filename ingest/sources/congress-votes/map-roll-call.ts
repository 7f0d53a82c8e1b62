import type { MemberVote, RollCall } from '../../../schemas/event/vote.ts'
import { findJurisdiction } from '../../../schemas/jurisdictions.ts'
import type { VoteOption } from '../../../schemas/vocabulary.ts'
import type { ObservationOf } from '../../observation.ts'
import { withDistinctVoters } from '../../roll-calls/distinct-voters.ts'
import { CONGRESS, congressRollKey, rollCallAddress } from '../congress-numbers.ts'
import { invalid } from '../fields.ts'
import type { RollCallRecord, Voter } from './roll-call.ts'
import { type SubjectOfVote, subjectOfVote } from './subject-of-vote.ts'

/** The ballot is an open set: names of candidates, and whatever else is voted by, stand under `other`. */
const options: Readonly<Record<string, VoteOption>> = {
  Aye: 'yes',
  Yea: 'yes',
  Yes: 'yes',
  Guilty: 'yes',
  No: 'no',
  Nay: 'no',
  'Not Guilty': 'no',
  Present: 'abstain',
  'Present, Giving Live Pair': 'paired',
  'Not Voting': 'not voting',
}

/** Who answers a quorum call abstains from nothing. */
function optionOf(word: string, requires: string): VoteOption {
  if (requires === 'QUORUM' && word === 'Present') return 'other'
  return Object.hasOwn(options, word) ? options[word]! : 'other'
}

const motions: Readonly<Record<string, readonly string[]>> = {
  passage: ['passage'],
  'passage-suspension': ['passage'],
  unknown: [],
}

const FAILED =
  /\b(?:rejected|failed|defeated)\b|\bnot (?:agreed|passed|confirmed|sustained|well taken|germane|ratified)\b|\bveto sustained\b/iu
const PASSED =
  /\b(?:passed|agreed to|confirmed|adopted|ratified|well taken|sustained|germane|veto overridden)\b/iu

/** In the words of the publisher, where they are neither: a candidate's name, `Guilty`. Never from the totals. */
function resultOf(printed: string): string {
  if (printed === '') return 'unknown'
  if (FAILED.test(printed)) return 'fail'
  return PASSED.test(printed) ? 'pass' : printed
}

export type Seen = {
  readonly record: string
  readonly fetched_at: string | null
  /** Of the run. */
  readonly started_at: string
}

/** The publishers' layouts do not say when they were written, the Senate's when it was last corrected. */
export function mapRollCall(
  roll_call: RollCallRecord,
  { record, fetched_at, started_at }: Seen,
): ObservationOf<'vote'> {
  const { division_id } = CONGRESS
  for (const name of ['congress', 'year'] as const)
    if (!/^\d+$/u.test(roll_call[name])) throw invalid(name, roll_call[name], 'a number')
  const key = congressRollKey(roll_call)
  const { bill, ...subject } = subjectOfVote(roll_call)
  const vote_id = voteIdOf(roll_call)
  return {
    entity: 'vote',
    key,
    discriminator: null,
    ocd_id: null,
    jurisdiction: division_id,
    observed_at: roll_call.updated_at ?? fetched_at ?? roll_call.record_modified ?? started_at,
    schema_rank: roll_call.rank,
    parts: { vote: withDistinctVoters(voteOf({ ...roll_call, ...subject }, vote_id)) },
    bill:
      bill === null
        ? null
        : {
            key: bill.key,
            identifier: bill.identifier,
            jurisdiction: division_id,
            session: bill.congress,
          },
    aliases: [{ scheme: 'congress-vote', value: vote_id }],
    removed: null,
    record,
  }
}

/** `h37-119.2026`, as unitedstates/congress and GovTrack name it. */
function voteIdOf({ chamber, number, congress, year }: RollCallRecord): string {
  return `${chamber === 'lower' ? 'h' : 's'}${number}-${congress}.${year}`
}

type Told = RollCallRecord & Pick<SubjectOfVote, 'about'>

function voteOf(roll_call: Told, vote_id: string): RollCall {
  const { requires, category, tallies } = roll_call
  return {
    jurisdiction: CONGRESS.division_id,
    session: roll_call.congress,
    chamber: roll_call.chamber,
    organization: null,
    identifier: roll_call.number,
    motion_text: roll_call.question,
    motion_classification: [...(motions[category] ?? [category])],
    start_date: roll_call.date,
    end_date: null,
    requirement: requires === '' || requires === 'unknown' ? null : requires,
    ...(roll_call.is_vacated ? { vacated: true } : {}),
    result: resultOf(roll_call.result),
    counts: tallies.map(({ word, value }) => ({ ...optionsOf(word, requires), value })),
    votes: roll_call.voters.map((voter) => memberOf(voter, roll_call)),
    sources: [{ url: roll_call.other_source ?? rollCallAddress(roll_call), note: '' }],
    dedupe_key: vote_id,
    bill_action: null,
    extras: extrasOf(roll_call),
  }
}

function optionsOf(word: string, requires: string): Pick<MemberVote, 'option' | 'option_text'> {
  const option = optionOf(word, requires)
  return { option, option_text: word.toLowerCase() === option ? null : word }
}

function memberOf(voter: Voter, { chamber, requires }: RollCallRecord): MemberVote {
  return {
    ...optionsOf(voter.word, requires),
    voter_name: voter.name,
    // A seat of the Senate is its state; of the House no layout says the district.
    district:
      chamber === 'upper' && voter.state !== null ? (findJurisdiction(voter.state)?.name ?? null) : null,
    party: voter.party,
    state: voter.state,
    note: voter.is_tie_breaker ? 'tie-breaking vote' : '',
    source_id: voter.id,
  }
}

/** What the vote is about where it is no bill, and what the publisher calls it. Empty ones are left out. */
function extrasOf(roll_call: Told): Record<string, unknown> {
  const { year, category, type, subject, result, result_text } = roll_call
  const { amendment, nomination, treaty, about, record_modified } = roll_call
  const told = {
    ...{ year, category, type, subject, result, amendment, nomination, treaty, about, record_modified },
    result_text: result_text === result ? null : result_text,
  }
  return Object.fromEntries(Object.entries(told).filter(([, value]) => value !== null && value !== ''))
}
