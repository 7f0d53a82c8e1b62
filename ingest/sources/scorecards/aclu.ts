import type { Scorecard, ScorecardMember } from '../../../schemas/event-bodies/scorecard.ts'
import { invalid } from '../records/fields.ts'
import { readMemberTable } from './member-table.ts'

const NAME = /aclu_(?<chamber>rep|sen)_scores_with_id_(?<congress>\d+)\.csv$/u

export const isAclu = (file: string): boolean => NAME.test(file)

const UNITED_STATES = 'ocd-division/country:us'
const SITE = 'https://www.aclu.org/'

/** Names of members, with the organization's own numbers and their districts. The files contain no score. */
export function readAclu(file: string, text: string): Scorecard {
  const { chamber, congress } = NAME.exec(file)!.groups!
  const rows = readMemberTable(text)
  if (rows.length === 0) throw invalid('the table', '', 'a table with a member')
  const isHouse = chamber === 'rep'
  return {
    title: `ACLU, ${congress}th Congress, ${isHouse ? 'House' : 'Senate'}`,
    organization: { name: 'American Civil Liberties Union', url: SITE },
    jurisdiction: UNITED_STATES,
    sessions: [congress!],
    method: 'published',
    policies: null,
    printed_unit: 'none',
    published_on: null,
    url: null,
    items: [],
    members: rows.map((row, index) => readMember(row, index, isHouse ? 'lower' : 'upper')),
  }
}

/** `Rep. Tom Marino (R-PA-10),925,PA-10`. A mark behind the name stays: nothing says what it means. */
function readMember(row: readonly string[], index: number, chamber: 'upper' | 'lower'): ScorecardMember {
  const [name, , place] = row
  if (name === undefined || name === '')
    throw invalid(`the table[${index}]`, row.join(','), 'a row with a name')
  const printed = /\((?<party>[DRIL])-(?<state>[A-Z]{2})(?:-(?<district>\w+))?\)/u.exec(name)?.groups
  const listed = /^(?<state>[A-Z]{2})(?:-(?<district>\w+))?$/u.exec(place ?? '')?.groups
  return {
    name,
    source_id: null,
    chamber,
    party: printed?.party ?? null,
    district: (printed?.district ?? listed?.district ?? null)?.replace(/^0+(?=\d)/u, '') ?? null,
    state: (printed?.state ?? listed?.state ?? null)?.toLowerCase() ?? null,
    printed: null,
    marks: null,
  }
}
