import { type Fields, looseText, nullableText } from '../records/fields.ts'
import { elementOf, itemsOf } from '../records/xml.ts'
import { amendmentName, mapRollCalls } from './map-roll-calls.ts'
import { plainText } from './plain-text.ts'

export const policyAreaOf = (bill: Fields): string | null =>
  nullableText(elementOf(bill, 'policyArea'), 'name') ??
  nullableText(elementOf(bill, 'primarySubject'), 'name')

export const summariesOf = (bill: Fields): readonly Fields[] =>
  itemsOf(bill, 'summaries/summary', 'summaries/billSummaries/item')

/** Fields without a place of their own. Empty lists are left out. */
export function mapExtras(bill: Fields): Record<string, unknown> {
  const authority = plainText(looseText(bill, 'constitutionalAuthorityStatementText'))
  const lists = {
    committees: itemsOf(bill, 'committees/item', 'committees/billCommittees/item').map(committeeOf),
    roll_calls: mapRollCalls(bill),
    summaries: summariesOf(bill).map((item) => ({
      version_code: looseText(item, 'versionCode'),
      action_date: looseText(item, 'actionDate'),
      action: looseText(item, 'actionDesc') || looseText(item, 'name'),
      updated_at: looseText(item, 'updateDate'),
    })),
    committee_reports: itemsOf(bill, 'committeeReports/committeeReport', 'committeeReports/item').map(
      (item) => looseText(item, 'citation'),
    ),
    cost_estimates: itemsOf(bill, 'cboCostEstimates/item').map((item) => ({
      date: looseText(item, 'pubDate') || looseText(item, 'rptPubDate'),
      title: looseText(item, 'title') || looseText(item, 'rptTitle'),
      description: plainText(looseText(item, 'description')),
      url: looseText(item, 'url') || looseText(item, 'rptUrl'),
    })),
    calendars: itemsOf(bill, 'calendarNumbers/item').map((item) => ({
      calendar: looseText(item, 'calendar'),
      number: looseText(item, 'number'),
    })),
    notes: itemsOf(bill, 'notes/item').map((item) => plainText(looseText(item, 'text'))),
    amendments: itemsOf(bill, 'amendments/amendment').map(amendmentName),
    count_mismatches: mismatchesOf(bill),
  }
  return {
    policy_area: policyAreaOf(bill),
    ...(authority === '' ? {} : { constitutional_authority: authority }),
    ...Object.fromEntries(Object.entries(lists).filter(([, list]) => list.length > 0)),
  }
}

type Committee = {
  readonly system_code: string
  readonly name: string
  readonly chamber?: string
  readonly activities: readonly { readonly name: string; readonly date: string }[]
  readonly subcommittees?: readonly Committee[]
}

function committeeOf(item: Fields): Committee {
  const subcommittees = itemsOf(item, 'subcommittees/item').map(committeeOf)
  const chamber = looseText(item, 'chamber')
  return {
    system_code: looseText(item, 'systemCode'),
    name: looseText(item, 'name'),
    ...(chamber === '' ? {} : { chamber }),
    activities: itemsOf(item, 'activities/item').map((activity) => ({
      name: looseText(activity, 'name'),
      date: looseText(activity, 'date'),
    })),
    ...(subcommittees.length === 0 ? {} : { subcommittees }),
  }
}

type Mismatch = { readonly list: string; readonly counted: number; readonly listed: number }

/** The publisher's own counts if they differ from the lists: a cosponsor is counted but not named. */
function mismatchesOf(bill: Fields): Mismatch[] {
  const by = elementOf(bill, 'actions', 'actionByCounts')
  const actions = Object.values(by).reduce<number>((sum, value) => sum + Number(value), 0)
  const cosponsors = itemsOf(bill, 'cosponsors/item')
  const withdrawn = cosponsors.filter((item) => looseText(item, 'sponsorshipWithdrawnDate') !== '')
  const reported = elementOf(bill, 'cosponsors')
  const counts: Mismatch[] = [
    { list: 'actions', counted: actions, listed: itemsOf(bill, 'actions/item').length },
    {
      list: 'cosponsors',
      counted: Number(looseText(reported, 'countIncludingWithdrawnCosponsors')),
      listed: cosponsors.length,
    },
    {
      list: 'cosponsors that remain',
      counted: Number(looseText(reported, 'count')),
      listed: cosponsors.length - withdrawn.length,
    },
  ]
  // A missing count is not a mismatch: the newest layout leaves out the counts of actions.
  return counts.filter(
    ({ counted, listed }) => Number.isFinite(counted) && counted !== 0 && counted !== listed,
  )
}
