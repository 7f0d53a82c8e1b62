import { expect, it } from 'vitest'
import { flagDay } from '../../../../ingest/legislature/roll-calls/session-days.ts'
import type { Session } from '../../../../schemas/event-bodies/reference.ts'
import { vote } from '../../../support/builders/observations.ts'

const session = (identifier: string, start_date: string | null, end_date: string | null): Session => ({
  jurisdiction: 'x',
  identifier,
  name: identifier,
  classification: 'primary',
  active: null,
  start_date,
  end_date,
})
const MASSACHUSETTS = [
  session('193rd', '2023-01-04', '2024-12-31'),
  session('194th', '2025-01-01', '2026-12-31'),
]
const flagOf = (of: string, start_date: string, sessions: readonly Session[]) =>
  flagDay(vote('HB 1', 'a', { session: of, start_date }).parts.vote!, sessions).extras.outside_session

it('a roll call is flagged if its day lies in another session, weeks from its own (N02)', () => {
  expect(flagOf('193rd', '2025-02-20', MASSACHUSETTS)).toEqual({
    start_date: '2023-01-04',
    end_date: '2024-12-31',
  })
  expect(flagOf('194th', '2025-02-20', MASSACHUSETTS)).toBeUndefined()
  expect(flagOf('193rd', '2025-01-06', MASSACHUSETTS)).toBeUndefined()
})

it("a roll call is flagged years after its session's listed end, but not in its second year (Alaska, Vermont)", () => {
  const alaska = [session('33', '2023-01-17', '2024-05-15'), session('34', '2025-01-21', '2025-05-21')]
  expect(flagOf('34', '2026-07-16', alaska)).toBeUndefined()
  expect(flagOf('34', '2028-07-16', alaska)).toEqual({ start_date: '2025-01-21', end_date: '2025-05-21' })
})

it('a roll call is not flagged if its session is unlisted or has no days', () => {
  expect(flagOf('35', '2025-02-20', MASSACHUSETTS)).toBeUndefined()
  expect(flagOf('193rd', '2033-02-20', [session('193rd', null, null)])).toBeUndefined()
})
