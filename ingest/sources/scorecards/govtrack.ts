import type { Scorecard, ScorecardMember } from '../../../schemas/event-bodies/scorecard.ts'
import { dayOf } from '../../../schemas/values/calendar-day.ts'
import { asFields, type Fields, invalid, nullableText, textOf } from '../records/fields.ts'
import { parseYaml } from '../records/yaml.ts'
import { readMemberTable } from './member-table.ts'

const END_OF_HEAD = /^\.\.\.[ \t]*\r?\n/mu

/** A head in YAML, a line of three points, then a table: number of the member, score, name. */
export const isGovtrack = (text: string): boolean => END_OF_HEAD.test(text)

const units = { percent: 'percent', grade: 'grade' } as const

/** Throws `record_invalid` that names the field of the head, or the line of the table. */
export function readGovtrack(text: string): Scorecard {
  const end = END_OF_HEAD.exec(text)!
  const head = asFields(parseYaml(text.slice(0, end.index)), 'the head')
  const name = textOf(head, 'name')
  const congress = congressOf(head)
  const type = head.type
  if (type !== 'percent' && type !== 'grade') throw invalid('type', type, 'percent or grade')
  const members = readMemberTable(text.slice(end.index + end[0].length)).map(readMember)
  if (members.length === 0) throw invalid('the table', '', 'a table with a member')
  return {
    title: `${nullableText(head, 'abbrev') ?? name}, ${congress.printed} Congress`,
    organization: { name, url: nullableText(head, 'homepage') },
    jurisdiction: 'ocd-division/country:us',
    sessions: [congress.number],
    method: 'published',
    policies: null,
    printed_unit: units[type],
    published_on: updatedOn(head),
    url: nullableText(head, 'link'),
    items: [],
    members,
  }
}

function congressOf(head: Fields): { readonly number: string; readonly printed: string } {
  const text = textOf(head, 'based-on')
  const found = /\b((\d{1,3})(?:st|nd|rd|th)) Congress\b/u.exec(text)
  if (found === null) throw invalid('based-on', text, 'a text that names a Congress')
  return { number: found[2]!, printed: found[1]! }
}

function updatedOn(head: Fields): string | null {
  const day = nullableText(head, 'updated')
  if (day !== null && dayOf(day) !== day) throw invalid('updated', day, 'a day')
  return day
}

function readMember(row: readonly string[], index: number): ScorecardMember {
  const [number, printed, ...rest] = row
  const name = rest.join(', ').trim()
  const line = `the table[${index}]`
  if (number === undefined || !/^\d+$/u.test(number))
    throw invalid(line, row.join(','), 'a row with a number')
  if (name === '') throw invalid(line, row.join(','), 'a row with a name')
  return {
    name,
    source_id: number,
    ...placeOf(name),
    printed: printed === undefined || printed === '' ? null : printed,
    marks: null,
  }
}

const STATE_FIRST = /^(?<state>[A-Z]{2}) ?(?<district>\d+)? *-? *(?:(?<party>[DRIL]) )?(?=[^\d\s-])/u

/** `AL 4 - R Aderholt`, `AK R Murkowski`, `AZ 8 Lesko`. Some tables have names alone. */
function placeOf(name: string): Pick<ScorecardMember, 'chamber' | 'party' | 'district' | 'state'> {
  const found = STATE_FIRST.exec(name)?.groups
  if (found === undefined) return { chamber: null, party: null, district: null, state: null }
  const { state, district, party } = found
  return {
    chamber: district === undefined ? 'upper' : 'lower',
    party: party ?? null,
    district: district ?? null,
    state: state!.toLowerCase(),
  }
}
