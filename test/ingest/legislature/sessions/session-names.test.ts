import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { identifierByRule, type NamedSession } from '../../../../ingest/legislature/sessions/session-names.ts'
import { findJurisdiction, jurisdictions } from '../../../../schemas/vocabulary/jurisdictions.ts'
import { realData } from '../../../support/harness/real-data.ts'

const of = (place: string) => findJurisdiction(place)!.division_id
const session = (name: string, year_start: number, year_end = year_start): NamedSession => ({
  year_start,
  year_end,
  is_special: /special|extraordinary|called|extra /iu.test(name),
  name,
})

describe('the identifier of a session that is named by its years', () => {
  it.each([
    ['mi', session('2025-2026 Regular Session', 2025, 2026), '2025-2026'],
    ['ga', session('2023-2024 Regular Session', 2023, 2024), '2023_24'],
    ['al', session('2025 Regular Session', 2025), '2025rs'],
    ['ar', session('88th General Assembly (2012 Fiscal)', 2012), '2012F'],
    ['ak', session('27th Legislature', 2011, 2012), '27'],
    ['il', session('104th General Assembly', 2025, 2026), '104th'],
    ['ca', session('2025-2026 Regular Session', 2025, 2026), '20252026'],
    ['nj', session('2024-2025 Regular Session', 2024, 2025), '221'],
    ['pr', session('2025-2028 Session', 2027, 2028), '2025-2028'],
    ['us', session('119th Congress', 2025, 2026), '119'],
    ['az', session('57th Legislature 2nd Regular', 2026), '57th-2nd-regular'],
    ['tx', session('88th Legislature Regular Session', 2023), '88'],
    ['tx', session('89th Legislature Regular Session', 2025), '89R'],
  ])('follows Open States: %s', (place, named, identifier) => {
    expect(identifierByRule(of(place), named)).toBe(identifier)
  })

  it.each([
    ['tx', session('89th Legislature 2nd Special Session', 2025), '892'],
    ['ut', session('2025 2nd Special Session', 2025), '2025S2'],
    ['nv', session('36th Special Session', 2025), '2025Special36'],
    ['ca', session('2023-2024 2nd Special Session', 2023, 2024), '20232024 Special Session 2'],
    ['co', session('2024 2nd Extraordinary Session', 2024), '2024C'],
    ['fl', session('2025 Special Session C', 2025), '2025C'],
    ['ms', session('2024 First Extraordinary Session', 2024), '20241E'],
    ['ga', session('2023 Special Session', 2023), '2023_ss'],
    ['va', session('2026 Special Session I', 2026), '2026S1'],
    ['wi', session('January 2018 Special Session', 2018), 'January 2018 Special Session'],
  ])('follows Open States for a special session: %s', (place, named, identifier) => {
    expect(identifierByRule(of(place), named)).toBe(identifier)
  })

  it('is null if no rule covers it', () => {
    expect(identifierByRule(of('fl'), session('2022 1st Special Session', 2022))).toBeNull()
    expect(identifierByRule(of('sd'), session('2021 2nd Special Session', 2021))).toBeNull()
  })

  it('is known in every jurisdiction but American Samoa, whose sessions no source lists', () => {
    const unknown = jurisdictions.filter(
      ({ division_id }) =>
        identifierByRule(division_id, session('2025-2026 Regular Session', 2025, 2026)) === null,
    )
    expect(unknown.map(({ abbreviation }) => abbreviation)).toEqual(['as'])
  })
})

/** Sessions whose listed names lack or contradict a part of their identifiers. */
const exceptions: readonly string[] = [
  'nc 1989E2',
  'nc 1999E2',
  'nc 2003E2',
  'nc 2003E3',
  'nc 2007E2',
  // Named the 2nd, identified as the first.
  'nm 2016S',
  // Named after 2026, identified by 2025.
  'nv 2025Special36',
  'or 2012 Special Session',
  'sd 2021r',
  'sd 2021i',
  'ut 2013h1',
  'ut 2021S1H',
  'ut 2021S1S',
  // Two sessions have this identifier; the second one is a different session.
  'va 2018specialI',
]

const folder = realData('openstates-scraper')

describe.skipIf(folder === undefined)('every session that 29 jurisdictions list', () => {
  const listed = readdirSync(folder ?? '.', { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .flatMap(({ name: place }) =>
      readdirSync(join(folder!, place))
        .filter((file) => file.startsWith('jurisdiction') && file.endsWith('.json'))
        .slice(0, 1)
        .flatMap((file) => {
          const document = JSON.parse(readFileSync(join(folder!, place, file), 'utf8')) as {
            legislative_sessions: { identifier: string; name: string; start_date?: string }[]
          }
          return document.legislative_sessions.map((one) => ({ place, ...one }))
        }),
    )

  it('gets its listed identifier from the rule of its place, apart from known exceptions', () => {
    const missed = listed
      .filter(({ place, identifier, name, start_date }) => {
        const year = Number(/\b(?:19|20)\d\d/u.exec(name)?.[0] ?? start_date?.slice(0, 4))
        return identifierByRule(of(place), session(name, year)) !== identifier
      })
      .map(({ place, identifier }) => `${place} ${identifier}`)
    expect(missed.toSorted()).toEqual(exceptions.toSorted())
    expect(listed.length).toBeGreaterThan(550)
  })
})
