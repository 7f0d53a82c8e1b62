import { describe, expect, it } from 'vitest'
import { foldStatus } from '../../../../ingest/legislature/status/status.ts'

/** The status of a bill: introduced in January 2025, then one action, then its session closes. */
function ending(place: string, words: string, on: string, session: string, session_closed_on: string) {
  const said = (id: string, date: string, description: string, ...classification: string[]) => ({
    id,
    date,
    description,
    classification,
    chamber: 'lower',
  })
  return foldStatus(
    [
      said('a1', '2025-01-13', 'First reading, referred to Judiciary', 'reading-1', 'referral-committee'),
      said('a2', on, words, ...(/retained in present/.test(words) ? [] : ['carried-over'])),
    ],
    {
      jurisdiction: `ocd-division/country:us/state:${place}`,
      chamber_of_origin: 'lower',
      classification: ['bill'],
      title: 'An act',
      session,
      session_closed_on,
    },
  ).at(-1)?.status
}

const RETAINED = 'By resolution, reintroduced and retained in present status.'
const ANY_OF_132 =
  'CARRIED OVER, in the same posture, to any special or regular session of the 132nd Legislature, pursuant to Joint Order SP 800'

describe('closing a session with bills that were carried over', () => {
  it.each([
    // Washington: 59 days after the opening of the second year, and in the first one.
    ['wa', RETAINED, '2026-01-12', '2025-2026', '2026-03-12'],
    ['wa', RETAINED, '2025-05-01', '2025-2026', '2025-05-20'],
    // Maine: its own legislature is over, in the next year and in the same year.
    ['me', ANY_OF_132, '2025-06-25', '132', '2026-04-15'],
    ['me', ANY_OF_132, '2026-04-15', '132', '2026-12-01'],
    // New Hampshire, Hawaii: the listing of the second year has the bills of the first.
    ['nh', 'Retained in Committee', '2025-05-08', '2026', '2026-06-30'],
    ['hi', 'Carried over to 2026 Regular Session.', '2025-12-08', '2026', '2026-05-08'],
    // A term that ends in January.
    ['nj', 'Carried over', '2025-06-30', '221', '2026-01-13'],
    ['ga', 'Carried over', '2025-04-04', '2025_26', '2026-04-02'],
  ])('marks a bill that was carried into the session as dead: %s, %s', (...args) => {
    expect(ending(...args)).toBe('dead')
  })

  it.each([
    ['nh', 'Retained in Committee', '2025-05-08', '2025', '2025-06-30'],
    ['va', 'Continued to 2027 in Finance', '2026-02-10', '2026', '2026-03-14'],
    ['va', 'Continued to 2026 Sp. Sess. 1 pursuant to HJR 275', '2026-03-14', '2026', '2026-03-14'],
    // The action comes after the session, and names a later year.
    ['hi', 'Carried over to 2026 Regular Session.', '2025-12-08', '2025', '2025-05-02'],
    ['hi', 'Carried over to 2026 Regular Session.', '2025-12-08', '2025', '2025-12-31'],
    ['tn', 'Carried over to 2027', '2025-12-08', '2025', '2026-05-02'],
    // The text names another legislature, about which nothing is known.
    ['me', ANY_OF_132.replace('132nd', '133rd'), '2026-04-15', '132', '2026-04-15'],
  ])('keeps a bill that was carried out of the session: %s, %s', (...args) => {
    expect(ending(...args)).toBe('carried_over')
  })
})
