import type { MemberVote, RollCall } from '../../../schemas/event-bodies/vote.ts'
import { findJurisdiction } from '../../../schemas/vocabulary/jurisdictions.ts'
import type { VoteOption } from '../../../schemas/vocabulary/vocabulary.ts'
import { withDistinctVoters } from '../../legislature/roll-calls/distinct-voters.ts'
import type { ObservationOf } from '../../source-interface/observation.ts'
import { CONGRESS, congressRollKey, rollCallAddress } from '../congress/congress-numbers.ts'
import { invalid } from '../records/fields.ts'
import type { RollCallRecord, Voter } from './roll-call.ts'
import { type SubjectOfVote, subjectOfVote } from './subject-of-vote.ts'

/** Words that are not in this table, such as names of candidates, become `other`. */
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

/** A quorum call has no abstentions. */
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

/**
 * Any other result stays in the publisher's words: a candidate's name, `Guilty`. Never derived from the
 * totals.
 */
function resultOf(printed: string): string {
  if (printed === '') return 'unknown'
  if (FAILED.test(printed)) return 'fail'
  return PASSED.test(printed) ? 'pass' : printed
}

export type Seen = {
  readonly record: string
  readonly fetched_at: string | null
  /** The time of the run. */
  readonly started_at: string
}

/** The publishers' layouts have no time of writing; the Senate's has the time of the last correction. */
export function mapRollCall(
  rollCall: RollCallRecord,
  { record, fetched_at, started_at }: Seen,
): ObservationOf<'vote'> {
  const { division_id } = CONGRESS
  for (const name of ['congress', 'year'] as const)
    if (!/^\d+$/u.test(rollCall[name])) throw invalid(name, rollCall[name], 'a number')
  const key = congressRollKey(rollCall)
  const { bill, ...subject } = subjectOfVote(rollCall)
  const voteId = voteIdOf(rollCall)
  return {
    entity: 'vote',
    key,
    discriminator: null,
    ocd_id: null,
    jurisdiction: division_id,
    observed_at: rollCall.updated_at ?? fetched_at ?? rollCall.record_modified ?? started_at,
    schema_rank: rollCall.rank,
    parts: { vote: withDistinctVoters(voteOf({ ...rollCall, ...subject }, voteId)) },
    bill:
      bill === null
        ? null
        : {
            key: bill.key,
            identifier: bill.identifier,
            jurisdiction: division_id,
            session: bill.congress,
          },
    aliases: [{ scheme: 'congress-vote', value: voteId }],
    removed: null,
    record,
  }
}

/** `h37-119.2026`, as unitedstates/congress and GovTrack name it. */
function voteIdOf({ chamber, number, congress, year }: RollCallRecord): string {
  return `${chamber === 'lower' ? 'h' : 's'}${number}-${congress}.${year}`
}

type RollCallWithSubject = RollCallRecord & Pick<SubjectOfVote, 'about'>

function voteOf(rollCall: RollCallWithSubject, voteId: string): RollCall {
  const { requires, category, tallies } = rollCall
  return {
    jurisdiction: CONGRESS.division_id,
    session: rollCall.congress,
    chamber: rollCall.chamber,
    organization: null,
    identifier: rollCall.number,
    motion_text: rollCall.question,
    motion_classification: [...(motions[category] ?? [category])],
    start_date: rollCall.date,
    end_date: null,
    requirement: requires === '' || requires === 'unknown' ? null : requires,
    ...(rollCall.is_vacated ? { vacated: true } : {}),
    result: resultOf(rollCall.result),
    counts: tallies.map(({ word, value }) => ({ ...optionsOf(word, requires), value })),
    votes: rollCall.voters.map((voter) => memberOf(voter, rollCall)),
    sources: [{ url: rollCall.other_source ?? rollCallAddress(rollCall), note: '' }],
    dedupe_key: voteId,
    bill_action: null,
    extras: extrasOf(rollCall),
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
    // A senator's seat is the state. No layout has the district of a representative.
    district:
      chamber === 'upper' && voter.state !== null ? (findJurisdiction(voter.state)?.name ?? null) : null,
    party: voter.party,
    state: voter.state,
    note: voter.is_tie_breaker ? 'tie-breaking vote' : '',
    source_id: voter.id,
  }
}

/** The subject of a vote without a bill, and the publisher's name for it. Empty fields are left out. */
function extrasOf(rollCall: RollCallWithSubject): Record<string, unknown> {
  const { year, category, type, subject, result, result_text } = rollCall
  const { amendment, nomination, treaty, about, record_modified } = rollCall
  const reported = {
    year,
    category,
    type,
    subject,
    result,
    amendment,
    nomination,
    treaty,
    about,
    record_modified,
    result_text: result_text === result ? null : result_text,
  }
  return Object.fromEntries(Object.entries(reported).filter(([, value]) => value !== null && value !== ''))
}
