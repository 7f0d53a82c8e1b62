import { describe, expect, it } from 'vitest'
import { billDays } from '../../../../ingest/legislature/status/bill-days.ts'
import type { Action } from '../../../../schemas/event-bodies/bill.ts'

const days = (
  place: string,
  ...lines: readonly (readonly [date: string, text: string, ...classes: string[]])[]
) =>
  billDays(
    lines.map(
      ([date, description, ...classification], index): Action => ({
        id: `a${index}`,
        date,
        chamber: 'upper',
        organization: null,
        description,
        classification,
        related_entities: [],
      }),
    ),
    place,
  )

describe('the day on which a bill was introduced', () => {
  it('is not the day on which the bill was prefiled (WA)', () => {
    expect(
      days(
        'wa',
        ['2024-12-20', 'Prefiled for introduction.', 'filing'],
        ['2025-01-13', 'First reading, referred to Housing.', 'reading-1', 'referral-committee'],
      ),
    ).toEqual({ introduced_on: '2025-01-13', prefiled_on: '2024-12-20' })
  })

  it("is never after the bill's passage (DE SCR 109, IL)", () => {
    expect(
      days(
        'de',
        ['2025-06-17', 'Passed By Senate. Votes: 21 YES', 'passage'],
        ['2025-06-18', 'Assigned to Education Committee in House', 'introduction', 'referral-committee'],
      ),
    ).toEqual({ introduced_on: '2025-06-17', prefiled_on: null })
    expect(
      days(
        'il',
        ['2025-02-07', 'Filed with Secretary by Sen. Don Harmon', 'filing'],
        ['2025-02-07', 'First Reading', 'reading-1'],
        ['2025-05-29', 'Third Reading - Passed; 031-019-000', 'passage', 'reading-3'],
        ['2025-05-29', 'Arrived in House', 'introduction'],
      ),
    ).toEqual({ introduced_on: '2025-02-07', prefiled_on: null })
  })

  it('is null while a bill is only filed, even if it is withdrawn', () => {
    expect(days('mo', ['2025-12-01', 'Prefiled', 'filing'])).toEqual({
      introduced_on: null,
      prefiled_on: '2025-12-01',
    })
    expect(
      days(
        'la',
        ['2026-02-27', 'Prefiled.', 'filing'],
        ['2026-03-16', 'Withdrawn prior to introduction.', 'withdrawal'],
      ),
    ).toEqual({ introduced_on: null, prefiled_on: '2026-02-27' })
  })

  it('is the day in the text if a place enters bills ahead of time (NH, VA)', () => {
    expect(
      days('nh', [
        '2025-12-01',
        'Introduced 01/07/2026 and referred to Finance  HJ 1  P. 39',
        'introduction',
        'referral-committee',
      ]),
    ).toEqual({ introduced_on: '2026-01-07', prefiled_on: '2025-12-01' })
    expect(
      days('va', [
        '2025-12-17',
        'Prefiled and ordered printed; Offered 01-14-2026 26104427D',
        'filing',
        'introduction',
      ]),
    ).toEqual({ introduced_on: '2026-01-14', prefiled_on: '2025-12-17' })
  })

  it('is the first day if no action says more, and null without actions', () => {
    expect(days('gu')).toEqual({ introduced_on: null, prefiled_on: null })
    expect(days('me', ['2025-03-18', 'READ and ORDERED PLACED ON FILE.'])).toEqual({
      introduced_on: '2025-03-18',
      prefiled_on: null,
    })
  })
})
