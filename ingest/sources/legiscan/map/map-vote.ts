import type { MemberVote, RollCall } from '../../../../schemas/event-bodies/vote.ts'
import type { JurisdictionEntry } from '../../../../schemas/vocabulary/jurisdictions.ts'
import { rollCallKey, voteKey } from '../../../identity/identity-keys.ts'
import { withDistinctVoters } from '../../../legislature/roll-calls/distinct-voters.ts'
import { listVoters } from '../../../legislature/roll-calls/listed-voters.ts'
import type { ObservationOf } from '../../../source-interface/observation.ts'
import { createLeftOut } from '../../mapping/left-out.ts'
import { rollNumberOf } from '../../mapping/roll-number.ts'
import { webAddress } from '../../mapping/web-address.ts'
import { type Fields, listOf, looseText, nullableText, textOf } from '../../records/fields.ts'
import { bodyOf } from '../fields/chamber.ts'
import { voteOptionOf, voteWords } from '../fields/codes.ts'
import { idOf, nullableDay, nullableNumber } from '../fields/values.ts'
import type { LegiscanBill } from './map-bill.ts'
import { motionClassesOf, resultOf } from './motion.ts'
import type { People } from './people.ts'

/** Facts about the bill that a roll call lacks, because it has only LegiScan's id of the bill. */
export type BillOfVote = {
  readonly jurisdiction: JurisdictionEntry
  readonly session: string
  readonly key: string
  readonly identifier: string
  /** LegiScan's page of the bill. */
  readonly url: string
}

/** `fields` are the bill's. */
export function billOfVote({ jurisdiction, session, observation }: LegiscanBill, fields: Fields): BillOfVote {
  return {
    jurisdiction,
    session: session.identifier,
    key: observation.key,
    identifier: observation.parts.core!.identifier,
    url: looseText(fields, 'url'),
  }
}

export type VoteContext = {
  readonly people: People
  /** The line of the bill's own list about this roll call, which has addresses and no voters. */
  readonly summary: Fields | null
  readonly observed_at: string
  readonly schema_rank: number
  readonly record: string
}

/**
 * Maps a roll call from `getRollCall`, or from its bill's list, which has no voters (`votes` is missing). The
 * two are separate records, so that rereading a bill does not empty a roll call.
 */
export function mapVote(fields: Fields, bill: BillOfVote, context: VoteContext): ObservationOf<'vote'> {
  const { division_id, time_zone } = bill.jurisdiction
  const { summary, observed_at, schema_rank, record } = context
  const rollCallId = idOf(fields, 'roll_call_id')
  const body = bodyOf(looseText(fields, 'chamber'), bill.jurisdiction)
  const leftOut = createLeftOut()
  const startDate = nullableDay(fields, 'date', { time_zone, left_out: leftOut })
  const motionText = nullableText(fields, 'desc') ?? looseText(fields, 'description')
  const number = rollNumberOf(motionText)
  const rollKey =
    startDate === null
      ? null
      : rollCallKey(
          // Congress votes on one thing at a time: its numbers need no bill.
          bill.jurisdiction.abbreviation === 'us' ? division_id : bill.key,
          bill.session,
          body.chamber ?? body.organization ?? '',
          startDate.slice(0, 4),
          number,
        )
  const vote = {
    jurisdiction: division_id,
    session: bill.session,
    ...body,
    identifier: number ?? '',
    motion_text: motionText,
    motion_classification: [...motionClassesOf(motionText)],
    start_date: startDate,
    end_date: null,
    result: resultOf(nullableNumber(fields, 'passed'), motionText, bill.jurisdiction.abbreviation),
    counts: countsOf(fields),
    votes: leftOut.items('votes', listOf(fields, 'votes'), (item) => memberOf(item, context.people)),
    sources: sourcesOf(fields, bill, summary, rollCallId),
    dedupe_key: `legiscan:${rollCallId}`,
    bill_action: null,
    extras: {},
  }
  const extras = leftOut.extras()
  return {
    entity: 'vote',
    key: voteKey({
      about: bill.key,
      dedupe_key: vote.dedupe_key,
      organization: '',
      start_date: null,
      motion_text: '',
      identifier: '',
      source_url: '',
    }),
    ...(rollKey === null ? {} : { also_keys: [rollKey] }),
    record_key: recordKey(fields.votes === undefined ? 'summary' : 'roll-call', rollCallId),
    discriminator: null,
    ocd_id: null,
    jurisdiction: division_id,
    observed_at,
    schema_rank,
    parts: { vote: withDistinctVoters(listVoters({ ...vote, extras })) },
    bill: {
      key: bill.key,
      identifier: bill.identifier,
      jurisdiction: division_id,
      session: bill.session,
    },
    aliases: [{ scheme: 'legiscan-roll-call', value: rollCallId }],
    removed: null,
    record,
  }
}

/**
 * LegiScan has some roll calls under two ids with one printed number, because it read them again after a
 * change of its reader. Records with lower keys win, so the newer one comes first, and any with voters
 * precedes any without.
 */
function recordKey(kind: 'roll-call' | 'summary', rollCallId: string): string {
  return `${kind} ${String(Number.MAX_SAFE_INTEGER - Number(rollCallId))}`
}

/** Counts as reported. `total` is only their sum. */
function countsOf(fields: Fields): RollCall['counts'] {
  const names = { yea: 'yes', nay: 'no', nv: 'not voting', absent: 'absent' } as const
  return Object.entries(names).flatMap(([name, option]) => {
    const value = nullableNumber(fields, name)
    return value === null ? [] : [{ option, value }]
  })
}

/** If no list of people has a voter, LegiScan's id stands in place of the name. */
function memberOf(item: Fields, people: People): MemberVote {
  const peopleId = idOf(item, 'people_id')
  const sourceId = `legiscan:${peopleId}`
  const person = people.find(peopleId)
  const voteId = nullableNumber(item, 'vote_id') ?? 0
  const word = nullableText(item, 'vote_text') ?? voteWords[voteId] ?? textOf(item, 'vote_text')
  const option = voteOptionOf[voteId] ?? 'other'
  return {
    option,
    option_text: option === 'not voting' || option === 'other' ? word : null,
    voter_name: person?.name ?? sourceId,
    district: person?.district ?? null,
    note: '',
    source_id: sourceId,
  }
}

/**
 * LegiScan's page of a roll call follows from the page of its bill. Only the bill's list has the
 * legislature's page.
 */
function sourcesOf(
  fields: Fields,
  bill: BillOfVote,
  summary: Fields | null,
  rollCallId: string,
): { url: string; note: string }[] {
  const reported = summary ?? fields
  const page = /^(https:\/\/legiscan\.com\/[A-Z]{2})\/bill\/([^/]+)/u.exec(bill.url)
  return [
    { url: looseText(reported, 'state_link'), note: '' },
    {
      url: page === null ? looseText(reported, 'url') : `${page[1]}/rollcall/${page[2]}/id/${rollCallId}`,
      note: 'LegiScan',
    },
  ]
    .filter(({ url }) => url.trim() !== '')
    .map(({ url, note }) => ({ url: webAddress(url), note }))
}
