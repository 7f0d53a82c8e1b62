import { findJurisdiction } from '../../../schemas/jurisdictions.ts'
import type { Chamber } from '../../../schemas/vocabulary.ts'
import { normaliseIdentifier } from '../../identifiers.ts'
import { billKey } from '../../identity-keys.ts'
import type { BillParts, ObservationOf } from '../../observation.ts'
import { type Fields, invalid, looseText, nullableText, textOf } from '../fields.ts'
import { mapActions } from './map-actions.ts'
import { mapSponsors } from './map-sponsors.ts'
import { mapVersions } from './map-versions.ts'
import { plainText } from './plain-text.ts'
import { elementOf, itemsOf } from './xml.ts'

const CONGRESS = findJurisdiction('us')!

const kinds: Readonly<Record<string, string>> = {
  HR: 'bill',
  S: 'bill',
  HRES: 'resolution',
  SRES: 'resolution',
  HJRES: 'joint resolution',
  SJRES: 'joint resolution',
  HCONRES: 'concurrent resolution',
  SCONRES: 'concurrent resolution',
}

export function mapBill(document: Fields, record: string): ObservationOf<'bill'> {
  const bill = elementOf(document, 'billStatus', 'bill')
  const { division_id } = CONGRESS
  const type = (nullableText(bill, 'type') ?? textOf(bill, 'billType')).toUpperCase()
  const number = nullableText(bill, 'number') ?? textOf(bill, 'billNumber')
  const kind = kinds[type]
  if (kind === undefined) throw invalid('type', type, 'a type of bill')
  const congress = textOf(bill, 'congress')
  const identifier = `${type} ${number}`
  return {
    entity: 'bill',
    key: billKey(division_id, congress, normaliseIdentifier(division_id, identifier)),
    discriminator: null,
    ocd_id: null,
    jurisdiction: division_id,
    observed_at: observedAt(bill),
    schema_rank: rankOf(document, bill),
    parts: {
      core: coreOf(bill, { congress, identifier, kind, type }),
      actions: mapActions(bill),
      sponsors: mapSponsors(bill),
      versions: mapVersions(bill),
      documents: [],
      related_bills: relatedOf(bill),
    },
    bill: null,
    aliases: [{ scheme: 'congress', value: `${type.toLowerCase()}${number}-${congress}` }],
    removed: null,
    record,
  }
}

/** `updateDate` leaves changes of the text out. */
function observedAt(bill: Fields): string {
  const dates = [textOf(bill, 'updateDate'), looseText(bill, 'updateDateIncludingText')]
  return dates
    .filter((date) => date !== '')
    .toSorted((a, b) => Date.parse(a) - Date.parse(b))
    .at(-1)!
}

/** Legacy, version 1, version 3: told by the layout, for the version is sometimes left out. */
function rankOf(document: Fields, bill: Fields): number {
  if (bill.number !== undefined) return 3
  const version = nullableText(bill, 'version') ?? nullableText(elementOf(document, 'billStatus'), 'version')
  return version === null ? 1 : 2
}

function coreOf(
  bill: Fields,
  known: { congress: string; identifier: string; kind: string; type: string },
): BillParts['core'] {
  const origin = nullableText(bill, 'originChamber') ?? (known.type.startsWith('S') ? 'Senate' : 'House')
  const chamber: Chamber = origin === 'Senate' ? 'upper' : 'lower'
  return {
    jurisdiction: CONGRESS.division_id,
    session: known.congress,
    identifier: known.identifier,
    chamber,
    title: textOf(bill, 'title'),
    classification: [known.kind],
    subjects: subjectsOf(bill),
    abstracts: itemsOf(bill, 'summaries/summary', 'summaries/billSummaries/item').map((item) => ({
      abstract: plainText(looseText(item, 'text')),
      note: looseText(item, 'actionDesc') || looseText(item, 'name'),
    })),
    other_titles: itemsOf(bill, 'titles/item').map((item) => ({
      title: textOf(item, 'title'),
      note: looseText(item, 'titleType'),
    })),
    other_identifiers: [],
    citations: itemsOf(bill, 'laws/item').map((item) => ({
      publication: looseText(item, 'type'),
      citation: textOf(item, 'number'),
      citation_type: 'final',
      effective: null,
      expires: null,
      url: null,
    })),
    sources: [{ url: sourceAddress(known), note: 'BILLSTATUS' }],
    extras: extrasOf(bill),
  }
}

function sourceAddress({
  congress,
  identifier,
  type,
}: {
  congress: string
  identifier: string
  type: string
}): string {
  const kind = type.toLowerCase()
  const file = `BILLSTATUS-${congress}${identifier.toLowerCase().replace(' ', '')}.xml`
  return `https://www.govinfo.gov/bulkdata/BILLSTATUS/${congress}/${kind}/${file}`
}

function subjectsOf(bill: Fields): string[] {
  const subjects = itemsOf(
    bill,
    'subjects/legislativeSubjects/item',
    'subjects/billSubjects/legislativeSubjects/item',
    'subjects/billSubjects/otherSubjects/item',
  ).map((item) => textOf(item, 'name'))
  const area = policyAreaOf(bill)
  return [...new Set(area === null ? subjects : [...subjects, area])]
}

const policyAreaOf = (bill: Fields): string | null =>
  nullableText(elementOf(bill, 'policyArea'), 'name') ??
  nullableText(elementOf(bill, 'primarySubject'), 'name')

/** What has no place of its own: committees with what they did, and where the roll calls are, which are only named here. */
function extrasOf(bill: Fields): Record<string, unknown> {
  const committees = itemsOf(bill, 'committees/item', 'committees/billCommittees/item').map((item) => ({
    system_code: looseText(item, 'systemCode'),
    name: looseText(item, 'name'),
    chamber: looseText(item, 'chamber'),
    activities: itemsOf(item, 'activities/item').map((activity) => ({
      name: looseText(activity, 'name'),
      date: looseText(activity, 'date'),
    })),
  }))
  const roll_calls = [
    ...itemsOf(bill, 'recordedVotes/recordedVote', 'recordedVotes/item'),
    ...itemsOf(bill, 'actions/item').flatMap((item) =>
      itemsOf(item, 'recordedVotes/item', 'recordedVotes/recordedVote'),
    ),
  ].map((item) => ({
    chamber: looseText(item, 'chamber'),
    roll_number: looseText(item, 'rollNumber'),
    date: looseText(item, 'date'),
    url: looseText(item, 'url'),
  }))
  return { policy_area: policyAreaOf(bill), committees, roll_calls }
}

function relatedOf(bill: Fields): BillParts['related_bills'][number][] {
  return itemsOf(bill, 'relatedBills/item').map((item) => ({
    identifier: `${textOf(item, 'type')} ${textOf(item, 'number')}`,
    session: textOf(item, 'congress'),
    relation_type: itemsOf(item, 'relationshipDetails/item').some(
      (detail) => detail.type === 'Identical bill',
    )
      ? 'companion'
      : 'related',
  }))
}
