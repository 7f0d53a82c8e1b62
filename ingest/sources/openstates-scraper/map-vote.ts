import type { MemberVote, RollCall } from '../../../schemas/event-bodies/vote.ts'
import { type VoteOption, voteOptions } from '../../../schemas/vocabulary/vocabulary.ts'
import { plainIdentifier } from '../../identity/bill-designations.ts'
import { formerBillKeys } from '../../identity/bill-identifiers.ts'
import { rollCallKey, sessionKey, voteKey } from '../../identity/identity-keys.ts'
import { withDistinctVoters } from '../../legislature/roll-calls/distinct-voters.ts'
import { interpretRollCall } from '../../legislature/roll-calls/interpret-roll-call.ts'
import { listVoters } from '../../legislature/roll-calls/listed-voters.ts'
import { flagDay } from '../../legislature/roll-calls/session-days.ts'
import type { ObservationOf } from '../../source-interface/observation.ts'
import { linksOf } from '../mapping/links.ts'
import { rollNumberOf } from '../mapping/roll-number.ts'
import {
  type Fields,
  fieldsOf,
  integerOf,
  looseText,
  mapList,
  nullableText,
  textOf,
  textsOf,
} from '../records/fields.ts'
import { billKeyOf, nullableDate } from './map-bill.ts'
import type { Place } from './place.ts'
import { actorOf, parsePseudoId } from './pseudo-id.ts'
import { scrapeOf } from './scrape.ts'

export type BillName = { readonly session: string; readonly identifier: string }
/** Finds the bill of a scrape by the uuid it was given there. */
export type BillsOfScrape = ReadonlyMap<string, BillName>

/**
 * The only time of a vote is in its uuid: the moment the scraper made it. The newest time in the folder would
 * be wrong for a vote of an old run.
 */
export function mapVote(
  fields: Fields,
  place: Place,
  bills: BillsOfScrape,
  fallbackAt: string,
  record: string,
): ObservationOf<'vote'> {
  const { vote, bill, key, former_keys } = readVote(fields, place, bills)
  const rollKey =
    bill === null || vote.start_date === null
      ? null
      : rollCallKey(
          bill.key,
          vote.session,
          vote.organization ?? vote.chamber ?? '',
          vote.start_date.slice(0, 4),
          rollNumberOf(vote.motion_text),
        )
  const alsoKeys = [...(rollKey === null ? [] : [rollKey]), ...former_keys]
  return {
    entity: 'vote',
    // Michigan's scraper reads a roll call twice if the journal words it twice: one vote in two records.
    ...(rollKey !== null && { record_key: vote.motion_text }),
    ...(alsoKeys.length > 0 && { also_keys: alsoKeys }),
    key,
    discriminator: null,
    ocd_id: null,
    jurisdiction: vote.jurisdiction,
    observed_at: scrapeOf(looseText(fields, '_id')).at ?? fallbackAt,
    schema_rank: 1,
    parts: { vote: withDistinctVoters(flagDay(interpretRollCall(listVoters(vote)), place.sessions ?? [])) },
    bill,
    aliases: [],
    removed: null,
    record,
  }
}

/** Gives what the first pass needs of a vote, without validation. */
export function keyOfVote(fields: Fields, place: Place, bills: BillsOfScrape): string {
  return readVote(fields, place, bills).key
}

type ReadVote = {
  readonly vote: RollCall
  readonly bill: ObservationOf<'vote'>['bill']
  readonly key: string
  /** Keys of the vote under earlier spellings of its bill's number. */
  readonly former_keys: readonly string[]
  /** Key of the vote under the bill that is named beside the uuid. */
  readonly disputed_key: string | null
}

/** Removes a roll call from the bill that is named beside its own bill's uuid, if it was recorded there. */
export function retractDisputed(
  fields: Fields,
  place: Place,
  bills: BillsOfScrape,
  observed: ObservationOf<'vote'>,
): ObservationOf<'vote'> | null {
  if (observed.parts.vote?.extras.disputed === undefined) return null
  const { disputed_key: key, bill } = readVote(fields, place, bills)
  if (key === null || bill === null) return null
  const { also_keys, record_key, ...rest } = observed
  return { ...rest, key, parts: {}, removed: `it is of ${bill.identifier} of ${bill.session}` }
}

/** Reads a vote as the scraper wrote it. */
function readVote(fields: Fields, place: Place, bills: BillsOfScrape): ReadVote {
  const { division_id, time_zone } = place.jurisdiction
  const reportedSession = textOf(fields, 'legislative_session')
  const { name, disputed } = billOf(fields, reportedSession, division_id, bills)
  // If the bill's uuid contradicts the printed session, the session of the uuid's bill counts.
  const session = disputed?.session === reportedSession ? (name?.session ?? reportedSession) : reportedSession
  const bill =
    name === null
      ? null
      : {
          key: billKeyOf(division_id, name.session, name.identifier),
          jurisdiction: division_id,
          session: name.session,
          identifier: plainIdentifier(division_id, name.identifier),
        }
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
    extras: { ...fieldsOf(fields, 'extras'), ...(disputed !== null && { disputed: { bill: disputed } }) },
  }
  const keyAbout = (about: string): string =>
    voteKey({
      about,
      dedupe_key: vote.dedupe_key,
      organization: voter.organization ?? voter.chamber ?? '',
      start_date: vote.start_date,
      motion_text: vote.motion_text,
      identifier: vote.identifier,
      source_url: sources[0]?.url ?? '',
    })
  const former = name === null ? [] : formerBillKeys(division_id, name.session, name.identifier)
  const key = keyAbout(bill?.key ?? sessionKey(division_id, session))
  const other = disputed === null ? null : billKeyOf(division_id, disputed.session, disputed.identifier)
  const disputedKey = other === null ? null : keyAbout(other)
  return { vote, bill, key, former_keys: former.map(keyAbout), disputed_key: disputedKey }
}

type BillOfVote = {
  readonly name: BillName | null
  /** The bill that is named beside the uuid, if it differs. */
  readonly disputed: BillName | null
}

/**
 * If a uuid names a bill of the scrape, it decides, and another bill named beside it is disputed. Otherwise the number
 * beside the reference decides, or the reference itself if it is a pseudo-id.
 */
function billOf(
  fields: Fields,
  reportedSession: string,
  divisionId: string,
  bills: BillsOfScrape,
): BillOfVote {
  const identifier = nullableText(fields, 'bill_identifier')
  const reference = nullableText(fields, 'bill')
  const named = reference === null ? undefined : bills.get(reference)
  if (named !== undefined) {
    const reported = { session: reportedSession, identifier: identifier ?? named.identifier }
    const [key, reportedKey] = [named, reported].map((one) =>
      billKeyOf(divisionId, one.session, one.identifier),
    )
    return { name: named, disputed: key === reportedKey ? null : reported }
  }
  if (identifier !== null) {
    const session = nullableText(fields, 'bill_legislative_session') ?? reportedSession
    return { name: { session, identifier }, disputed: null }
  }
  if (reference?.startsWith('~') !== true) return { name: null, disputed: null }
  const pseudo = parsePseudoId(reference, 'bill')
  const session = nullableText(pseudo, 'legislative_session__identifier') ?? reportedSession
  return { name: { session, identifier: textOf(pseudo, 'identifier') }, disputed: null }
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
