import type { Scorecard, ScorecardItem, ScorecardMember } from '../../../schemas/event-bodies/scorecard.ts'
import type { ScorecardMark } from '../../../schemas/vocabulary/scorecards.ts'
import {
  asFields,
  type Fields,
  fieldsOf,
  invalid,
  listOf,
  looseText,
  nullableText,
} from '../records/fields.ts'
import { NO_ITEM_REFERENCE } from './observe-scorecard.ts'
import { isPersonId, type PrintedMembers } from './printed-members.ts'

/** The grid of each session, by its first year: `{"2023": {"houseBills", "houseVotes", …}}`. */
export function isProgressiveMass(root: Fields): boolean {
  const sessions = Object.entries(root)
  return (
    sessions.length > 0 &&
    sessions.every(
      ([year, session]) =>
        /^20\d\d$/u.test(year) && typeof session === 'object' && session !== null && 'houseVotes' in session,
    )
  )
}

export type ListedScorecard = {
  readonly record: string
  readonly fields: Fields
  readonly read: () => Scorecard
}

/** Two scorecards of roll calls for each session, and one of sponsorships. */
export function* listProgressiveMass(root: Fields, members: PrintedMembers): Generator<ListedScorecard> {
  for (const [year, value] of Object.entries(root)) {
    const fields = asFields(value, year)
    for (const part of PARTS) {
      const { list } = part
      yield { record: `${year}.${list}`, fields, read: () => readPart(year, fields, part, members) }
    }
  }
}

type Part = {
  readonly list: 'houseVotes' | 'senateVotes' | 'sponsorship'
  readonly items: 'houseBills' | 'senateBills' | 'sponsoredBills'
  readonly chamber: 'lower' | 'upper' | null
  readonly called: string
}
const PARTS: readonly Part[] = [
  { list: 'houseVotes', items: 'houseBills', chamber: 'lower', called: 'House' },
  { list: 'senateVotes', items: 'senateBills', chamber: 'upper', called: 'Senate' },
  { list: 'sponsorship', items: 'sponsoredBills', chamber: null, called: 'sponsorships' },
]

const ORGANIZATION = 'Progressive Massachusetts'
const SITE = 'https://www.progressivemass.com/'
const FIRST_YEAR = 2017
const FIRST_COURT = 190
const COUNTS_AS_AGAINST = 'against'

function readPart(year: string, session: Fields, part: Part, members: PrintedMembers): Scorecard {
  const court = courtOf(year)
  const isVotes = part.chamber !== null
  const rows = listOf(session, part.list).filter(({ id }) => !HEADS.has(id))
  if (rows.length === 0) throw invalid(part.list, [], 'a list with a member')
  const columns = Object.keys(fieldsOf(rows[0]!, 'data'))
  const listed = fieldsOf(session, part.items)
  return {
    title: `${ORGANIZATION}, ${court} ${part.called}`,
    organization: { name: ORGANIZATION, url: SITE },
    jurisdiction: 'ocd-division/country:us/state:ma',
    sessions: [court],
    method: 'computed',
    policies: {
      absent: COUNTS_AS_AGAINST,
      excused: COUNTS_AS_AGAINST,
      abstain: COUNTS_AS_AGAINST,
      present: COUNTS_AS_AGAINST,
      not_voting: COUNTS_AS_AGAINST,
      paired: COUNTS_AS_AGAINST,
      blank: COUNTS_AS_AGAINST,
      vote_choice: 'all',
      min_votes: 1,
      lifetime: 'pooled',
      rounding: 'half_up',
    },
    printed_unit: isVotes ? 'percent' : 'points',
    published_on: null,
    url: null,
    items: columns.map((column) =>
      isVotes ? readVoteItem(column, listed, part, court) : readSponsorshipItem(column, listed, court),
    ),
    members: distinct(rows).map((row) => readMember(row, columns, part, members)),
  }
}

/** Rows of the grid that are not members. */
const HEADS: ReadonlySet<unknown> = new Set(['Progressive Position', 'Bill Number', 'RC #', 'Date'])

/** The General Court that met first in a year: 190th in 2017. */
function courtOf(year: string): string {
  const number = FIRST_COURT + (Number(year) - FIRST_YEAR) / 2
  if (!Number.isInteger(number)) throw invalid('year', year, 'the first year of a General Court')
  const ending =
    number % 100 > 10 && number % 100 < 14 ? 'th' : (['th', 'st', 'nd', 'rd'][number % 10] ?? 'th')
  return `${number}${ending}`
}

function readVoteItem(column: string, listed: Fields, part: Part, court: string): ScorecardItem {
  const bill = asFields(listed[column], `${part.items}.${column}`)
  const position = looseText(bill, 'progressive_position').trim().toLowerCase()
  if (position !== 'yes' && position !== 'no')
    throw invalid(`${part.items}.${column}.progressive_position`, bill.progressive_position, 'YES or NO')
  const identifier = nullableText(bill, 'bill_number')
  return {
    ...NO_ITEM_REFERENCE,
    id: column,
    // Visits and office hours have made-up numbers, and no bill.
    kind: identifier === null ? 'other' : 'vote',
    session: court,
    bill_identifier: identifier,
    roll_call: identifier === null ? null : column,
    chamber: part.chamber,
    date: readDay(bill),
    position,
    weight: 1,
    title: titleOf(bill, column),
    why: nullableText(bill, 'description'),
    url: identifier === null ? null : nullableText(bill, 'roll_call_url'),
  }
}

/** `H2908 / S1865`: one bill, filed in both chambers. */
function readSponsorshipItem(column: string, listed: Fields, court: string): ScorecardItem {
  const bill = fieldsOf(listed, column.split('/')[0]!.trim())
  return {
    ...NO_ITEM_REFERENCE,
    id: column,
    kind: 'cosponsorship',
    session: court,
    bill_identifier: column,
    position: 'yes',
    weight: 1,
    title: titleOf(bill, column),
    why: nullableText(bill, 'description'),
    url: nullableText(bill, 'url'),
  }
}

const titleOf = (bill: Fields, column: string): string =>
  (nullableText(bill, 'title') ?? nullableText(bill, 'shorthand_title') ?? column).trim()

/** `4/13/2023` or `7/26/17`; empty for an act without a day. */
function readDay(bill: Fields): string | null {
  const printed = nullableText(bill, 'vote_date')
  if (printed === null) return null
  const [, month, day, year] = /^(\d{1,2})\/(\d{1,2})\/(?:20)?(\d\d)$/u.exec(printed.trim()) ?? []
  if (year === undefined) throw invalid('vote_date', printed, 'a day such as 4/13/2023')
  return `20${year}-${month!.padStart(2, '0')}-${day!.padStart(2, '0')}`
}

type Row = Fields & { readonly is_certain: boolean }

/** Lists a row that is printed twice once. Two different rows with one id are two people, and the id is of neither. */
function distinct(rows: readonly Fields[]): Row[] {
  const seen = new Map<string, Fields>()
  const times = new Map<unknown, number>()
  for (const row of rows) {
    const content = JSON.stringify(row)
    if (isPersonId(row.id) && seen.has(content)) continue
    seen.set(isPersonId(row.id) ? content : `${content} ${seen.size}`, row)
    times.set(row.id, (times.get(row.id) ?? 0) + 1)
  }
  return [...seen.values()].map((row) => ({
    ...row,
    is_certain: isPersonId(row.id) && times.get(row.id) === 1,
  }))
}

const marks: Readonly<Record<string, ScorecardMark>> = {
  '+': 'for',
  '-': 'against',
  NV: 'not_voting',
  NVP: 'present',
  'n/a': 'out_of_office',
  '': 'blank',
}

function readMember(
  row: Row,
  columns: readonly string[],
  { chamber, list }: Part,
  members: PrintedMembers,
): ScorecardMember {
  const id = looseText(row, 'id').trim()
  const known = row.is_certain ? members.get(id) : undefined
  const data = fieldsOf(row, 'data')
  return {
    name: known?.name ?? id,
    source_id: row.is_certain ? id : null,
    chamber,
    party: known?.party ?? null,
    district: known?.district ?? null,
    state: null,
    printed: row.score === null || row.score === undefined ? null : String(row.score),
    marks: columns.map((column) => {
      const cell = data[column]
      if (typeof cell === 'boolean') return cell ? 'for' : 'not_sponsored'
      const mark = typeof cell === 'string' ? marks[cell.trim()] : undefined
      if (mark === undefined) throw invalid(`${list}[${id}].data.${column}`, cell, 'a mark of the grid')
      return mark
    }),
  }
}
