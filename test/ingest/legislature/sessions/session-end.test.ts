import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  expectedEnd,
  proposeEnd,
  type SessionFacts,
} from '../../../../ingest/legislature/sessions/session-end.ts'
import type { Session } from '../../../../schemas/event-bodies/reference.ts'
import { findJurisdiction } from '../../../../schemas/vocabulary/jurisdictions.ts'
import { realData } from '../../../support/harness/real-data.ts'

function listed(place: string, identifier: string, name: string, more: Partial<Session> = {}): Session {
  const { division_id: jurisdiction } = findJurisdiction(place)!
  const days = { start_date: null, end_date: null, active: true }
  return { jurisdiction, identifier, name, classification: 'primary', ...days, ...more }
}
const between = (start_date: string, end_date: string | null) => ({ start_date, end_date })

describe('the expected end of a session', () => {
  it.each([
    ['wa', '2025-2026', '2025-2026 Regular Session', between('2025-01-13', '2026-03-06'), '2026-03-06'],
    // The listed end is that of the first year of two.
    ['ia', '2025-2026', '2025-2026 Regular Session', between('2025-01-13', '2025-04-22'), '2026-12-31'],
    ['ak', '34', '34th Legislature (2025-2026)', between('2025-01-21', '2025-05-21'), '2026-12-31'],
    ['il', '104th', '104th Regular Session', between('2025-01-08', '2025-05-31'), '2026-12-31'],
    ['nc', '2025', '2025-2026 Session', between('2025-01-11', '2025-07-01'), '2026-12-31'],
    // A year each.
    ['nh', '2026', '2026 Regular Session', between('2026-01-08', '2026-06-30'), '2026-06-30'],
    [
      'az',
      '57th-2nd-regular',
      '57th Legislature - Second Regular Session',
      between('2026-01-12', '2026-04-25'),
      '2026-04-25',
    ],
    [
      'tx',
      '892',
      '89th Legislature, 2nd Called Session (2025)',
      between('2025-08-15', '2025-09-18'),
      '2025-09-18',
    ],
    // Its name has a later year than its days.
    ['nv', '2025Special36', '36th (2026) Special Session', between('2025-11-13', '2025-11-21'), '2025-11-21'],
    // A term that ends in January.
    ['nj', '221', '2024-2025 Regular Session', between('2024-01-09', '2026-01-13'), '2026-01-13'],
    // Without an end date.
    ['co', '2026A', '2026 Regular Session', between('2026-01-14', null), '2026-12-31'],
    ['me', '132', '132nd Legislature', between('2024-12-04', null), '2026-12-31'],
    ['va', '2026S1', '2026, 1st Special Session', between('2026-04-23', null), '2026-12-31'],
  ])('is computed for %s %s', (place, identifier, name, days, end) => {
    expect(expectedEnd(listed(place, identifier, name, days))).toBe(end)
  })

  it('is unknown if nothing indicates it', () => {
    expect(expectedEnd(listed('as', 'x', 'Regular Session'))).toBeNull()
  })
})

const washington = listed('wa', '2025-2026', '2025-2026 Regular Session', between('2025-01-13', '2026-03-06'))
const facts = (more: Partial<SessionFacts> = {}): SessionFacts => ({
  session: washington,
  bills: 3411,
  alive: 2484,
  last_action_on: '2026-04-01',
  last_moved_on: '2026-03-12',
  read_on: '2026-08-26',
  ...more,
})

describe('the proposal to close a session', () => {
  it('needs a session that is over and quiet for long enough, and names the day a bill last moved', () => {
    expect(proposeEnd(facts(), '2026-05-01', 30)).toMatchObject({
      ends_on: '2026-03-06',
      closes_on: '2026-03-12',
      quiet_days: 30,
      is_read_since: true,
    })
    expect(proposeEnd(facts(), '2026-04-30', 30)).toBeNull()
    expect(proposeEnd(facts(), '2026-04-30', 29)).not.toBeNull()
  })

  it('is not made for a session without bills', () => {
    expect(proposeEnd(facts({ bills: 0 }), '2026-08-01', 30)).toBeNull()
  })

  it('is not made while the session is under way, however quiet it is', () => {
    const quiet = facts({ last_action_on: '2026-01-12', last_moved_on: '2026-01-12' })
    expect(proposeEnd(quiet, '2026-03-06', 30)).toBeNull()
    expect(proposeEnd(quiet, '2026-03-07', 30)).toMatchObject({ closes_on: '2026-03-06' })
  })

  it('is made if the source calls the session inactive, with or without an end date', () => {
    const session = { ...washington, active: false, end_date: '2026-12-31' }
    expect(proposeEnd(facts({ session }), '2026-08-01', 30)).toMatchObject({ closes_on: '2026-03-12' })
    const endless = listed('as', 'x', 'Regular Session', { active: false })
    expect(proposeEnd(facts({ session: endless }), '2026-08-01', 30)).toMatchObject({ ends_on: null })
    expect(proposeEnd(facts({ session: { ...endless, active: true } }), '2026-08-01', 30)).toBeNull()
  })

  it('is made if the session has no actions at all', () => {
    const silent = { last_action_on: null, last_moved_on: null }
    expect(proposeEnd(facts(silent), '2026-08-01', 30)).toMatchObject({
      closes_on: '2026-03-06',
      quiet_days: null,
    })
  })

  it('marks the silence as unproven if sources were not read since', () => {
    expect(proposeEnd(facts({ read_on: '2026-04-30' }), '2026-08-01', 30)?.is_read_since).toBe(false)
    expect(proposeEnd(facts({ read_on: '2026-05-01' }), '2026-08-01', 30)?.is_read_since).toBe(true)
    expect(proposeEnd(facts({ read_on: null }), '2026-08-01', 30)?.is_read_since).toBe(false)
  })
})

const folder = realData('openstates-scraper')

describe.skipIf(folder === undefined)('every session that 29 jurisdictions list', () => {
  it('has a known expected end, never before its listed end date', () => {
    const sessions = readdirSync(folder ?? '.', { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .flatMap(({ name: place }) =>
        readdirSync(join(folder!, place))
          .filter((file) => file.startsWith('jurisdiction') && file.endsWith('.json'))
          .slice(0, 1)
          .flatMap((file) => {
            const { legislative_sessions } = JSON.parse(readFileSync(join(folder!, place, file), 'utf8')) as {
              legislative_sessions: (Session & { end_date: string })[]
            }
            const { division_id: jurisdiction } = findJurisdiction(place)!
            return legislative_sessions.map((one) => ({ ...one, jurisdiction }))
          }),
      )
    expect(sessions.length).toBeGreaterThan(500)
    const early = sessions.filter((one) => (expectedEnd(one) ?? '') < one.end_date.slice(0, 10))
    expect(early.map(({ jurisdiction, identifier }) => `${jurisdiction} ${identifier}`)).toEqual([])
  })
})
