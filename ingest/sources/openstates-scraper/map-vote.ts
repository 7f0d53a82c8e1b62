import type { MemberVote, RollCall } from '../../../schemas/event/vote.ts'
import { type VoteOption, voteOptions } from '../../../schemas/vocabulary.ts'
import { rollKey, sessionKey, voteKey } from '../../identity/identity-keys.ts'
import type { ObservationOf } from '../../observation.ts'
import { withDistinctVoters } from '../../roll-calls/distinct-voters.ts'
import { judgeVote } from '../../roll-calls/judge-vote.ts'
import {
  type Fields,
  fieldsOf,
  integerOf,
  looseText,
  mapList,
  nullableText,
  textOf,
  textsOf,
} from '../fields.ts'
import { linksOf } from '../links.ts'
import { rollNumberOf } from '../roll-number.ts'
import { billKeyOf, nullableDate } from './map-bill.ts'
import type { Place } from './place.ts'
import { actorOf, parsePseudoId } from './pseudo-id.ts'
import { scrapeOf } from './scrape.ts'

export type BillName = { readonly session: string; readonly identifier: string }
/** Finds the bill of a scrape by the uuid it was given there. */
export type BillsOfScrape = ReadonlyMap<string, BillName>

/**
 * A vote has no time of its own but that of its uuid: the moment the scraper made it. The newest time in the folder
 * would date a vote of an old run like one of the newest.
 */
export function mapVote(
  fields: Fields,
  place: Place,
  bills: BillsOfScrape,
  fallback_at: string,
  record: string,
): ObservationOf<'vote'> {
  const { vote, bill, key } = readVote(fields, place, bills)
  const roll_key =
    bill === null || vote.start_date === null
      ? null
      : rollKey(
          bill.key,
          vote.session,
          vote.organization ?? vote.chamber ?? '',
          vote.start_date.slice(0, 4),
          rollNumberOf(vote.motion_text),
        )
  return {
    entity: 'vote',
    // Michigan's scraper reads one roll call twice where the journal words it twice: one vote, in two records.
    ...(roll_key === null ? {} : { also_keys: [roll_key], record_key: vote.motion_text }),
    key,
    discriminator: null,
    ocd_id: null,
    jurisdiction: vote.jurisdiction,
    observed_at: scrapeOf(looseText(fields, '_id')).at ?? fallback_at,
    schema_rank: 1,
    parts: { vote: withDistinctVoters(judgeVote(vote)) },
    bill,
    aliases: [],
    removed: null,
    record,
  }
}

/** All that the first pass wants to know of a vote: it is not judged for that. */
export function keyOfVote(fields: Fields, place: Place, bills: BillsOfScrape): string {
  return readVote(fields, place, bills).key
}

/** As the scraper has it. */
function readVote(
  fields: Fields,
  place: Place,
  bills: BillsOfScrape,
): { readonly vote: RollCall; readonly bill: ObservationOf<'vote'>['bill']; readonly key: string } {
  const { division_id, time_zone } = place.jurisdiction
  const session = textOf(fields, 'legislative_session')
  const name = billOf(fields, session, bills)
  const bill =
    name === null
      ? null
      : { key: billKeyOf(division_id, name.session, name.identifier), jurisdiction: division_id, ...name }
  const voter = actorOf(fields.organization, 'organization')
  const sources = linksOf(fields, 'sources')
  const vote = {
    jurisdiction: division_id,
    session,
    ...voter,
    identifier: looseText(fields, 'identifier'),
    motion_text: looseText(fields, 'motion_text'),
    motion_classification: [...textsOf(fields, 'motion_classification')],
    start_date: nullableDate(fields, 'start_date', time_zone),
    end_date: nullableDate(fields, 'end_date', time_zone),
    result: textOf(fields, 'result'),
    counts: mapList(fields, 'counts', (item) => ({
      option: optionOf(textOf(item, 'option')),
      value: integerOf(item, 'value'),
    })),
    votes: mapList(fields, 'votes', memberOf),
    sources,
    dedupe_key: nullableText(fields, 'dedupe_key'),
    bill_action: nullableText(fields, 'bill_action'),
    extras: { ...fieldsOf(fields, 'extras') },
  }
  const key = voteKey({
    about: bill?.key ?? sessionKey(division_id, session),
    dedupe_key: vote.dedupe_key,
    organization: voter.organization ?? voter.chamber ?? '',
    start_date: vote.start_date,
    motion_text: vote.motion_text,
    identifier: vote.identifier,
    source_url: sources[0]?.url ?? '',
  })
  return { vote, bill, key }
}

/** The identifier where it stands beside the reference; else by the reference: a pseudo-id, or a uuid of the scrape. */
function billOf(fields: Fields, session: string, bills: BillsOfScrape): BillName | null {
  const identifier = nullableText(fields, 'bill_identifier')
  if (identifier !== null) return { session, identifier }
  const reference = nullableText(fields, 'bill')
  if (reference === null) return null
  if (!reference.startsWith('~')) return bills.get(reference) ?? null
  const named = parsePseudoId(reference, 'bill')
  return {
    session: nullableText(named, 'legislative_session__identifier') ?? session,
    identifier: textOf(named, 'identifier'),
  }
}

const options: ReadonlySet<string> = new Set(voteOptions)
const optionOf = (word: string): VoteOption => (options.has(word) ? (word as VoteOption) : 'other')

function memberOf(item: Fields): MemberVote {
  const word = textOf(item, 'option')
  const id = nullableText(item, 'voter_id')
  return {
    option: optionOf(word),
    option_text: options.has(word) ? null : word,
    voter_name: textOf(item, 'voter_name'),
    district: null,
    note: looseText(item, 'note'),
    source_id: id?.startsWith('~') === false ? id : null,
  }
}
