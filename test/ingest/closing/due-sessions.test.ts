import { describe, expect, it } from 'vitest'
import { closeDueSessions } from '../../../ingest/closing/close-due-sessions.ts'
import { closeSession } from '../../../ingest/closing/close-session.ts'
import { dueSessions } from '../../../ingest/closing/due-sessions.ts'
import { billKey } from '../../../ingest/identity/identity-keys.ts'
import { runDueTimers, timers } from '../../../ingest/schedule/timers.ts'
import type { ObservationOf } from '../../../ingest/source-interface/observation.ts'
import { readOverdueSessions } from '../../../runtime/freshness/overdue-sessions.ts'
import { createLog } from '../../../runtime/log.ts'
import { action, alone, bill, core, DIVISION, session } from '../../support/builders/observations.ts'
import { createManualClock } from '../../support/clocks/manual-clock.ts'
import { createIngestWorld } from '../../support/ingest/ingest-world.ts'
import { createTestDatabase } from '../../support/stores/database.ts'

const { database, settings } = await createTestDatabase({ log_level: 'silent' })
const ingesting = await createIngestWorld(database, settings)
const clock = createManualClock('2026-08-01T09:00:00.000Z')
const context = { database, settings, codec: ingesting.codec, log: createLog('test', 'silent'), clock }
const source = { name: 'openstates-scraper', mode: 'live', clock } as const

function listed(name: string, end_date: string | null): ObservationOf<'session'> {
  const seen = session(name)
  return { ...seen, parts: { session: { ...seen.parts.session!, end_date, active: true } } }
}

function billOf(name: string, identifier: string, days: readonly string[], observed_at: string) {
  const actions = days.map((day) => action(day, 'Referred to Judiciary.', ['referral-committee']))
  const key = billKey(DIVISION, name, identifier)
  const seen = bill(identifier, { actions }, { observed_at, key })
  return { ...seen, parts: { ...seen.parts, core: core(identifier, { session: name }) } }
}

// One was read in July and one before that, one is under way, and one has no bills.
await ingesting.run(
  alone(
    ...[
      listed('2024', '2024-06-30'),
      listed('2025', '2025-06-30'),
      listed('2026', '2026-12-31'),
      listed('2023', '2023-06-30'),
    ],
    billOf('2024', 'HB 1', ['2024-03-01', '3013-01-01'], '2026-07-15T00:00:00Z'),
    billOf('2024', 'HB 2', ['2024-05-02'], '2026-07-15T00:00:00Z'),
    billOf('2025', 'HB 3', ['2025-07-01'], '2025-07-02T00:00:00Z'),
    billOf('2026', 'HB 4', ['2026-01-12'], '2026-07-15T00:00:00Z'),
  ),
  source,
)
await ingesting.emitted()

const due = async (quiet_days = 30) =>
  (await dueSessions(database, { today: '2026-08-01', quiet_days })).map(({ session, ...facts }) => ({
    session: session.identifier,
    ...facts,
  }))
const overdue = async () =>
  (await readOverdueSessions(database, { now: clock.now(), quiet_days: 30 })).map(({ session }) => session)
const policy = { ...context, settings: { ...settings, session_close_due: true } }
const reopen = (name: string) =>
  closeSession(context, {
    division_id: DIVISION,
    session: name,
    closed_on: null,
    by: 'operator',
    mode: 'backfill',
  })

describe('the list of sessions that are due to close', () => {
  it('names sessions that are over, quiet and open, with their bills and closing days', async () => {
    expect(await due()).toEqual([
      {
        session: '2024',
        // An action of the year 3013 does not count.
        ends_on: '2024-06-30',
        closes_on: '2024-06-30',
        last_action_on: '2024-05-02',
        last_moved_on: '2024-05-02',
        bills: 2,
        alive: 2,
        quiet_days: 821,
        read_on: '2026-07-15',
        is_read_since: true,
      },
      {
        session: '2025',
        ends_on: '2025-06-30',
        closes_on: '2025-07-01',
        last_action_on: '2025-07-01',
        last_moved_on: '2025-07-01',
        bills: 1,
        alive: 1,
        quiet_days: 396,
        read_on: '2025-07-02',
        is_read_since: false,
      },
    ])
    expect((await due(500)).map(({ session }) => session)).toEqual(['2024'])
  })

  it('matches the overdue sessions in the report for operators', async () => {
    expect(await overdue()).toEqual(['2024', '2025'])
  })
})

describe('the policy that closes due sessions', () => {
  it('is run by the schedule, and closes nothing unless the setting is on', async () => {
    const ran = await runDueTimers(context, timers)
    expect(ran).toContainEqual({ name: 'session-ends', done: 0, error: null })
    expect(await ingesting.emitted()).toEqual([])
  })

  it('closes due sessions whose sources were read since their end, once, as backfill', async () => {
    expect(await closeDueSessions(policy)).toBe(1)
    const reported = await ingesting.emitted()
    expect(reported.map(({ type, body }) => [type, body.closed_on ?? body.to])).toEqual([
      ['session.closed', '2024-06-30'],
      ['bill.status_changed', 'dead'],
      ['bill.status_changed', 'dead'],
    ])
    expect(reported.every(({ backfill }) => backfill)).toBe(true)
    expect(reported[0]?.body).toMatchObject({ closed_by: 'policy' })
    expect(await overdue()).toEqual(['2025'])
    expect(await closeDueSessions(policy)).toBe(0)
    expect(await ingesting.emitted()).toEqual([])
  })

  it('leaves sessions open that an operator reopened', async () => {
    await reopen('2024')
    await ingesting.run(alone(billOf('2025', 'HB 3', ['2025-07-01'], '2026-07-20T00:00:00Z')), source)
    expect((await due()).map(({ session, is_read_since }) => [session, is_read_since])).toEqual([
      ['2025', true],
    ])
    await reopen('2025')
    expect(await due()).toEqual([])
    await ingesting.emitted()
    expect(await closeDueSessions(policy)).toBe(0)
    expect(await ingesting.emitted()).toEqual([])
  })
})
