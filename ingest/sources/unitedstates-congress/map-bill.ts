import type { BillParts, ObservationOf } from '../../source-interface/observation.ts'
import { CONGRESS, type CongressBill, congressBill, rollCallAddress } from '../congress/congress-numbers.ts'
import { createLeftOut, type LeftOut } from '../mapping/left-out.ts'
import {
  type Fields,
  fieldsOf,
  invalid,
  listOf,
  looseText,
  nullableText,
  textOf,
  textsOf,
} from '../records/fields.ts'
import { mapActions } from './map-actions.ts'
import { mapSponsors } from './map-sponsors.ts'

type Core = BillParts['core']

/**
 * Maps `data.json`. `versions` are those with files below it. If there are none, the record says nothing
 * about versions.
 */
export function mapBill(
  bill: Fields,
  versions: BillParts['versions'],
  readAt: string,
  record: string,
): ObservationOf<'bill'> {
  const named = billOfId(textOf(bill, 'bill_id'))
  const leftOut = createLeftOut()
  const lists = {
    actions: mapActions(bill, leftOut),
    sponsors: mapSponsors(bill, named.congress, leftOut),
    ...(versions.length === 0 ? {} : { versions }),
    related_bills: relatedOf(bill, leftOut),
  }
  return {
    entity: 'bill',
    key: named.key,
    discriminator: null,
    ocd_id: null,
    jurisdiction: CONGRESS.division_id,
    observed_at: nullableText(bill, 'updated_at') ?? readAt,
    schema_rank: 1,
    parts: { core: coreOf(bill, named, leftOut), ...lists },
    bill: null,
    aliases: [{ scheme: 'congress', value: named.alias }],
    removed: null,
    record,
  }
}

/** `hjres45-114`. */
function billOfId(id: string): CongressBill {
  const match = /^((?:[hs](?:con|j)?res)|hr|s)([^-]+)-(\d+)$/u.exec(id)
  if (match === null) throw invalid('bill_id', id, 'the id of a bill')
  return congressBill(match[3]!, match[1]!, match[2]!)
}

function coreOf(bill: Fields, named: CongressBill, leftOut: LeftOut): Core {
  const titles = listOf(bill, 'titles')
  const otherTitles = leftOut.items('titles', titles, (item) => ({
    title: textOf(item, 'title'),
    note: noteOf(item),
  }))
  const summary = fieldsOf(bill, 'summary')
  const address = looseText(bill, 'url')
  return {
    jurisdiction: CONGRESS.division_id,
    session: named.congress,
    identifier: named.identifier,
    chamber: named.chamber,
    title: titleOf(bill, titles),
    classification: [named.classification],
    subjects: subjectsOf(bill),
    abstracts: nullableText(summary, 'text') === null ? [] : [abstractOf(summary)],
    other_titles: otherTitles,
    other_identifiers: [],
    citations: citationsOf(bill),
    sources: address === '' ? [] : [{ url: address, note: 'BILLSTATUS' }],
    extras: { ...extrasOf(bill), ...leftOut.extras() },
  }
}

/** The title that Congress shows; older files lack it. */
function titleOf(bill: Fields, titles: readonly Fields[]): string {
  const shown = titles.find((item) => item.type === 'display')
  return (
    (shown && nullableText(shown, 'title')) ??
    nullableText(bill, 'popular_title') ??
    nullableText(bill, 'short_title') ??
    nullableText(bill, 'official_title') ??
    titles.map((item) => looseText(item, 'title')).find((title) => title.trim() !== '') ??
    ''
  )
}

/** `short as introduced, for portions of this bill`. */
function noteOf(title: Fields): string {
  const as = nullableText(title, 'as')
  const portion = title.is_for_portion === true ? ', for portions of this bill' : ''
  return `${looseText(title, 'type')}${as === null ? '' : ` as ${as}`}${portion}`
}

function abstractOf(summary: Fields): Core['abstracts'][number] {
  return { abstract: textOf(summary, 'text'), note: looseText(summary, 'as') }
}

function subjectsOf(bill: Fields): string[] {
  const top = nullableText(bill, 'subjects_top_term')
  return [...new Set([...textsOf(bill, 'subjects'), ...(top === null ? [] : [top])])]
}

function citationsOf(bill: Fields): Core['citations'] {
  const law = fieldsOf(bill, 'enacted_as')
  const number = nullableText(law, 'number')
  if (number === null) return []
  const publication = looseText(law, 'law_type') === 'private' ? 'Private Law' : 'Public Law'
  const citation = `${looseText(law, 'congress')}-${number}`
  return [{ publication, citation, citation_type: 'final', effective: null, expires: null, url: null }]
}

/** Uses the names that BILLSTATUS has for the same facts. GovTrack's own status stands beside ours. */
function extrasOf(bill: Fields): Record<string, unknown> {
  const lists = {
    committees: listOf(bill, 'committees').map((item) => ({
      system_code:
        `${looseText(item, 'committee_id')}${looseText(item, 'subcommittee_id') || '00'}`.toLowerCase(),
      name: looseText(item, 'subcommittee') || looseText(item, 'committee'),
      activities: textsOf(item, 'activity').map((name) => ({ name, date: '' })),
    })),
    committee_reports: textsOf(bill, 'committee_reports'),
    amendments: listOf(bill, 'amendments').map(
      (item) => `${looseText(item, 'amendment_type').toUpperCase()} ${looseText(item, 'number')}`,
    ),
    roll_calls: rollCallsOf(bill),
  }
  const history = fieldsOf(bill, 'history')
  return {
    policy_area: nullableText(bill, 'subjects_top_term'),
    ...(bill.by_request === true ? { by_request: true } : {}),
    ...Object.fromEntries(Object.entries(lists).filter(([, list]) => list.length > 0)),
    govtrack_status: { status: looseText(bill, 'status'), at: looseText(bill, 'status_at') },
    ...(Object.keys(history).length === 0 ? {} : { govtrack_history: history }),
  }
}

function rollCallsOf(bill: Fields): Record<string, unknown>[] {
  return listOf(bill, 'actions').flatMap((item) => {
    const number = nullableText(item, 'roll')
    const date = looseText(item, 'acted_at')
    if (number === null || date === '') return []
    const { congress } = billOfId(textOf(bill, 'bill_id'))
    const chamber = looseText(item, 'where') === 's' ? ('upper' as const) : ('lower' as const)
    const name = { congress, chamber, year: date.slice(0, 4), number }
    return [{ ...name, date, url: rollCallAddress(name) }]
  })
}

function relatedOf(bill: Fields, leftOut: LeftOut): BillParts['related_bills'][number][] {
  return leftOut.items('related_bills', listOf(bill, 'related_bills'), (item) => {
    const { identifier, congress } = billOfId(textOf(item, 'bill_id'))
    const relationType = looseText(item, 'reason') === 'identical' ? 'companion' : 'related'
    return { identifier, session: congress, relation_type: relationType }
  })
}
