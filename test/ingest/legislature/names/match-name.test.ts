import { describe, expect, it } from 'vitest'
import { matchName } from '../../../../ingest/legislature/names/match-name.ts'
import { nameLegislator } from '../../../../ingest/legislature/names/named-legislator.ts'
import type { PrintedName } from '../../../../ingest/legislature/names/printed-name.ts'
import { DIVISION, legislator, SESSION } from '../../../support/builders/observations.ts'

type Seat = Parameters<typeof legislator>[1]
type Details = Parameters<typeof legislator>[2]

const people = (
  [
    ['Maralyn Chase', { chamber: 'upper', district: '32' }],
    ['Rob Chase', { chamber: 'lower', district: '4' }],
    ['Ed Orcutt', { chamber: 'lower', district: '20' }],
    ['Kevin de León', { chamber: 'upper', district: '24' }, { given_name: 'Kevin', family_name: 'de León' }],
    ['Al Muratsuchi', { chamber: 'lower', district: '66' }],
    ['Anthony Muñoz', { chamber: 'upper', district: '1' }],
    ['Lorena Gonzalez Fletcher', { chamber: 'lower', district: '80' }, { family_name: 'Gonzalez Fletcher' }],
    ['Andrea Martinez', { chamber: 'lower', district: '7' }],
    ['Diego Martinez', { chamber: 'lower', district: '8' }],
    [
      'Jack W. Williams',
      { chamber: 'lower', district: '47' },
      { middle_name: 'W.', family_name: 'Williams' },
    ],
    [
      'Jack D. Williams',
      { chamber: 'lower', district: '102' },
      { middle_name: 'D.', family_name: 'Williams' },
    ],
    ["Beto O'Rourke", { chamber: 'lower', district: '16' }, { family_name: "O'Rourke" }],
    ['Mari Smith', { chamber: 'lower', district: '3', end_date: '2025-06-30' }],
    ['Tom Smith', { chamber: 'lower', district: '3', start_date: '2025-07-01' }],
    [
      'Robert Peña',
      { chamber: 'lower', district: '5' },
      { other_names: [{ name: 'Bobby Peña', start_date: null, end_date: null }] },
    ],
    ['Emilie Burke', { chamber: 'lower', district: 'Windham-8' }],
    ['Mollie Burke', { chamber: 'lower', district: 'Caledonia-2' }],
    [
      'Adam Jones',
      { chamber: 'lower', district: '9' },
      {
        other_identifiers: [{ scheme: 'bioguide', identifier: 'J000301' }],
      },
    ],
  ] as [string, Seat?, Details?][]
).map(([name, seat, details], index) => {
  const { key, parts } = legislator(name, seat, details)
  return nameLegislator({ entity_id: index + 1, ocd_id: key, person: parts.person! })
})

const printed = (name: string, overrides: Partial<PrintedName> = {}): PrintedName => ({
  jurisdiction: DIVISION,
  session: SESSION,
  chamber: 'lower',
  name,
  is_voter: true,
  seen_on: '2026-02-01',
  district: null,
  source_id: null,
  ...overrides,
})
const match = (name: string, overrides: Partial<PrintedName> = {}) => {
  const { legislator: found, candidates } = matchName(printed(name, overrides), people)
  return [found?.person.name ?? null, candidates]
}
const upper = { chamber: 'upper' }

describe('matching a printed name to a person', () => {
  it.each<[string, string, Partial<PrintedName>, string]>([
    ['a name in the house that a senator shares', 'Chase', {}, 'Rob Chase'],
    ['a name in the senate that a representative shares', 'Chase', upper, 'Maralyn Chase'],
    ['a full name', 'Ed Orcutt', {}, 'Ed Orcutt'],
    ['a family name', 'Orcutt', {}, 'Ed Orcutt'],
    ['a name in capitals', 'ORCUTT', {}, 'Ed Orcutt'],
    ['last name, first name', 'Orcutt, Ed', {}, 'Ed Orcutt'],
    ['last name, initial', 'Orcutt, E.', {}, 'Ed Orcutt'],
    ['initial and last name', 'E. Orcutt', {}, 'Ed Orcutt'],
    ['last name and initial', 'Orcutt E', {}, 'Ed Orcutt'],
    ['a title', 'Rep. Orcutt', {}, 'Ed Orcutt'],
    ['last name (district)', 'Orcutt (20)', {}, 'Ed Orcutt'],
    ['party and district in brackets', 'Rep. Orcutt, Ed [R-WA-20]', {}, 'Ed Orcutt'],
    ['a family name of two words', 'de León', upper, 'Kevin de León'],
    ['a name without its accent', 'De Leon', upper, 'Kevin de León'],
    ['a name with a missing tilde', 'Munoz', upper, 'Anthony Muñoz'],
    ['an accent written in two characters', 'Mun\u0303oz', upper, 'Anthony Muñoz'],
    ['a typographic apostrophe', 'O’Rourke', {}, "Beto O'Rourke"],
    ['one word of a double name', 'Gonzalez', {}, 'Lorena Gonzalez Fletcher'],
    ['a double name with a hyphen', 'Gonzalez-Fletcher', {}, 'Lorena Gonzalez Fletcher'],
    ['namesakes with different first names', 'Martinez, Diego', {}, 'Diego Martinez'],
    ['namesakes with different initials', 'Martinez (A)', {}, 'Andrea Martinez'],
    ['namesakes with different districts', 'Martinez (8)', {}, 'Diego Martinez'],
    ['namesakes with a district in the record', 'Martinez', { district: '07' }, 'Andrea Martinez'],
    ['namesakes with different middle initials', 'Jack D. Williams', {}, 'Jack D. Williams'],
    ['a short form of a first name', 'Rob Peña', {}, 'Robert Peña'],
    ['another name', 'Bobby Pena', {}, 'Robert Peña'],
    ['the member in office on that day', 'Smith', {}, 'Tom Smith'],
    [
      'a sponsor in office on an earlier day',
      'Smith',
      { seen_on: '2025-03-01', is_voter: false },
      'Mari Smith',
    ],
    ['joined words', 'GonzalezFletcher', {}, 'Lorena Gonzalez Fletcher'],
    ['a misread apostrophe', 'OâRourke', {}, "Beto O'Rourke"],
    ['a misread accent', 'PeÃ±a', {}, 'Robert Peña'],
    ['a nickname', 'Bob Peña', {}, 'Robert Peña'],
    ['a double name with one known half', 'Muratsuchi-Ito', {}, 'Al Muratsuchi'],
    ['an unknown middle initial', 'Orcutt, Ed S.', {}, 'Ed Orcutt'],
    ['another form of a first name', 'Orcutt, Edward', {}, 'Ed Orcutt'],
    ['a short form with a different beginning', 'Robbie Peña', {}, 'Robert Peña'],
    ['a suffix after a comma', 'Ed Orcutt, Jr.', {}, 'Ed Orcutt'],
    ['a sponsor of the other chamber', 'Orcutt', { ...upper, is_voter: false }, 'Ed Orcutt'],
    ['a sponsor of this chamber, preferred to one of the other', 'Chase', { is_voter: false }, 'Rob Chase'],
    [
      'a sponsor who files before the term',
      'Tom Smith',
      { seen_on: '2025-06-15', is_voter: false },
      'Tom Smith',
    ],
    ['an id of the source', 'Whoever', { source_id: 'J000301' }, 'Adam Jones'],
    ['the place of a member', 'Burke of Windham', {}, 'Emilie Burke'],
  ])('finds the person for %s: %s', (_, name, overrides, expected) => {
    expect(match(name, overrides)).toEqual([expected, 1])
  })

  it.each<[string, string, Partial<PrintedName>, number]>([
    ['two namesakes of one chamber', 'Martinez', {}, 2],
    ['two who held a seat one after the other in one session', 'Smith', { seen_on: '2025-03-01' }, 2],
    ['an initial that is a suffix elsewhere', 'V. Martinez', {}, 0],
    ['two with equal first names', 'Williams, Jack', {}, 2],
    ['another first name', 'Orcutt, William', {}, 0],
    ['a name that no person has', 'Certification', {}, 0],
    ['a member of the other chamber', 'Orcutt', upper, 0],
    ['a member in another state', 'Orcutt', { jurisdiction: 'ocd-division/country:us/state:or' }, 0],
    ['a voter before the term', 'Tom Smith', { seen_on: '2025-06-15' }, 0],
    ['a member who was in office at another time', 'Mari Smith', {}, 0],
    ['a member of Congress with a different id', 'Adam Jones', { source_id: 'J000999' }, 0],
  ])('finds no match for %s: %s', (_, name, overrides, candidates) => {
    expect(match(name, overrides)).toEqual([null, candidates])
  })
})
