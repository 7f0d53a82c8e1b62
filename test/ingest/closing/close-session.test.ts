import { describe, expect, it } from 'vitest'
import { closeSession, type SessionEnding } from '../../../ingest/closing/close-session.ts'
import type { ObservationOf } from '../../../ingest/source-interface/observation.ts'
import { createLog } from '../../../runtime/log.ts'
import { action, alone, bill, core, DIVISION, session } from '../../support/builders/observations.ts'
import { createManualClock } from '../../support/clocks/manual-clock.ts'
import { createIngestWorld, type EmittedEvent, typesOf } from '../../support/ingest/ingest-world.ts'
import { createTestDatabase } from '../../support/stores/database.ts'

const { database, settings } = await createTestDatabase({ log_level: 'silent' })
const ingesting = await createIngestWorld(database, settings)
const operator = {
  database,
  settings,
  codec: ingesting.codec,
  log: createLog('test', 'silent'),
  clock: createManualClock(),
}
const close = (name: string, closed_on: string | null, how: Partial<SessionEnding> = {}) =>
  closeSession(operator, {
    division_id: DIVISION,
    session: name,
    closed_on,
    by: 'operator',
    mode: 'live',
    ...how,
  })
const statuses = (emitted: readonly EmittedEvent[]) =>
  emitted
    .filter(({ type }) => type === 'bill.status_changed')
    .map(({ body }) => [(body.bill as { identifier: string }).identifier, body.to])
    .sort()

const live = { mode: 'live' } as const
const introduced = action('2026-01-12', 'First reading.', ['introduction'])
const passed = action('2026-02-01', 'Third reading, passed.', ['passage'])
const signed = action('2026-04-30', 'Governor signed.', ['executive-signature'])
const carried = action('2026-03-12', 'Carried over.', ['carried-over'])

function billOf(
  name: string,
  identifier: string,
  actions = [introduced],
  observed_at = '2026-03-01T00:00:00Z',
) {
  const seen = bill(identifier, { actions }, { observed_at, key: `${DIVISION}|${name}|${identifier}` })
  return { ...seen, parts: { ...seen.parts, core: core(identifier, { session: name }) } }
}

function closing(name: string, closed_on: string | null, observed_at: string): ObservationOf<'session'> {
  const seen = session(name)
  return { ...seen, observed_at, parts: { ...seen.parts, closed: { closed_on } } }
}

describe('closing a session', () => {
  it('marks its unfinished bills as dead, and no other bills', async () => {
    const bills = [
      billOf('A', 'HB 1'),
      billOf('A', 'HB 2', [introduced, passed]),
      billOf('A', 'HB 3', [introduced, carried]),
      billOf('A', 'HB 4', [introduced, passed, { ...passed, chamber: 'upper' }]),
      billOf('A', 'HB 5', [introduced, signed]),
      billOf('B', 'HB 6'),
    ]
    await ingesting.run(alone(session('A'), session('B'), ...bills), live)
    await ingesting.emitted()
    const counts = await close('A', '2026-03-12')
    expect(counts).toMatchObject({ events: 3 })
    const reported = await ingesting.emitted()
    expect(reported[0]).toMatchObject({
      type: 'session.closed',
      backfill: false,
      body: { closed_on: '2026-03-12', closed_by: 'operator' },
    })
    expect(statuses(reported)).toEqual([
      ['HB 1', 'dead'],
      ['HB 2', 'dead'],
    ])
    expect(reported[1]?.body).toMatchObject({ date: '2026-03-12', action_id: null })
  })

  it('emits nothing if it is repeated', async () => {
    expect(await close('A', '2026-03-12')).toMatchObject({ events: 0 })
    await ingesting.run(alone(billOf('A', 'HB 1')), live)
    expect(await ingesting.emitted()).toEqual([])
  })

  it('does not prevent a later signature from enacting a bill (S16)', async () => {
    const late = billOf('A', 'HB 2', [introduced, passed, signed], '2026-05-02T00:00:00Z')
    await ingesting.run(alone(late), live)
    const reported = await ingesting.emitted()
    expect(typesOf(reported)).toEqual(['bill.action', 'bill.status_changed'])
    expect(reported[1]?.body).toMatchObject({ from: 'dead', to: 'enacted' })
  })

  it('makes a bill that is first seen afterwards dead from the start', async () => {
    await ingesting.run(alone(billOf('A', 'HB 7')), live)
    expect(statuses(await ingesting.emitted()).at(0)).toEqual(['HB 7', 'dead'])
  })

  it('can be undone', async () => {
    await close('A', null)
    const reported = await ingesting.emitted()
    expect(reported[0]).toMatchObject({
      type: 'session.closed',
      body: { closed_on: '2026-03-12', reopened: true },
    })
    expect(statuses(reported)).toEqual([
      ['HB 1', 'introduced'],
      ['HB 7', 'introduced'],
    ])
  })

  it('follows a source that reports the end, even before the session is listed', async () => {
    const { session: _, ...only } = closing('C', '2026-06-30', '2026-07-01T00:00:00Z').parts
    const ended = { ...closing('C', null, '2026-07-01T00:00:00Z'), parts: only }
    await ingesting.run(alone(billOf('C', 'HB 8'), ended), { ...live, name: 'legiscan' })
    expect(typesOf(await ingesting.emitted())).not.toContain('session.closed')
    await ingesting.run(alone(session('C')), live)
    const reported = await ingesting.emitted()
    expect(typesOf(reported)).toEqual([
      'session.observed',
      'session.closed',
      'bill.updated',
      'bill.status_changed',
    ])
    expect(reported[2]?.body.core).toMatchObject({ session_known: true })
    expect(statuses(reported)).toEqual([['HB 8', 'dead']])
  })

  it('by an operator overrides a source', async () => {
    await close('C', null)
    await ingesting.emitted()
    await ingesting.run(alone(closing('C', '2026-07-15', '2026-08-01T00:00:00Z')), {
      ...live,
      name: 'legiscan',
    })
    expect(await ingesting.emitted()).toEqual([])
  })

  it('is refused if no source has listed the session', async () => {
    await expect(close('nowhere', '2026-03-12')).rejects.toThrow('no source has listed')
  })
})

describe('a session that is listed after its bills', () => {
  it('causes one correction of each bill, in batches that continue after an interruption', async () => {
    const names = Array.from({ length: 1_201 }, (_, index) => `SB ${index}`)
    await ingesting.run(alone(...names.map((name) => billOf('D', name))), live)
    await ingesting.emitted()
    let updates = 0
    // The second batch fails once.
    await database.query(`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN IF NEW.next_after > 0 THEN RAISE EXCEPTION 'cut'; END IF; RETURN NEW; END $$`)
    await database.query(`CREATE TRIGGER refuse BEFORE UPDATE ON ingest.session_sweep
      FOR EACH ROW WHEN (OLD.next_after > 0) EXECUTE FUNCTION refuse()`)
    await expect(ingesting.run(alone(session('D')), live)).rejects.toThrow('cut')
    const first = await ingesting.emitted()
    updates += first.filter(({ type }) => type === 'bill.updated').length
    expect(updates).toBe(500)
    await database.query('DROP TRIGGER refuse ON ingest.session_sweep')
    await ingesting.run([], live)
    const rest = await ingesting.emitted()
    expect(rest.filter(({ type }) => type === 'bill.updated')).toHaveLength(701)
    const { rows } = await database.query('SELECT FROM ingest.session_sweep')
    expect(rows).toEqual([])
    await ingesting.run(alone(session('D')), live)
    expect(await ingesting.emitted()).toEqual([])
  }, 60_000)
})

describe('a session that the policy closes', () => {
  const policy = { by: 'policy', mode: 'backfill' } as const
  const dead = (emitted: readonly EmittedEvent[]) => emitted.filter(({ body }) => body.to === 'dead')

  it('sends no webhooks, even if another run completes the closing', async () => {
    const names = Array.from({ length: 501 }, (_, index) => `SJR ${index}`)
    await ingesting.run(alone(session('F'), ...names.map((name) => billOf('F', name))), live)
    await ingesting.emitted()
    await database.query(`CREATE FUNCTION cut() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE EXCEPTION 'cut'; END $$`)
    await database.query(`CREATE TRIGGER cut BEFORE DELETE ON ingest.session_sweep
      FOR EACH ROW EXECUTE FUNCTION cut()`)
    await expect(close('F', '2026-03-12', policy)).rejects.toThrow('cut')
    await database.query('DROP TRIGGER cut ON ingest.session_sweep')
    const first = await ingesting.emitted()
    expect(first[0]).toMatchObject({
      type: 'session.closed',
      backfill: true,
      source: 'policy/us-wa',
      body: { closed_on: '2026-03-12', closed_by: 'policy' },
    })
    expect(dead(first)).toHaveLength(500)
    await ingesting.run(alone(session('G')), live)
    const rest = await ingesting.emitted()
    expect(dead(rest)).toHaveLength(1)
    expect([...dead(first), ...dead(rest)].every(({ backfill }) => backfill)).toBe(true)
  }, 60_000)

  it('reopens if an operator says so, restores the status of its bills, and sends no webhooks', async () => {
    await close('F', null, { mode: 'backfill' })
    const reported = await ingesting.emitted()
    expect(reported[0]).toMatchObject({ type: 'session.closed', body: { reopened: true } })
    expect(reported.filter(({ body }) => body.to === 'introduced')).toHaveLength(501)
    expect(reported.every(({ backfill }) => backfill)).toBe(true)
    expect(await close('F', null, { mode: 'backfill' })).toMatchObject({ events: 0 })
    expect(await close('F', '2026-03-12', policy)).toMatchObject({ events: 0 })
  }, 60_000)

  it('is reported as closed by the operator if the operator later closes it on the same day', async () => {
    await ingesting.run(alone(session('H'), billOf('H', 'HB 9')), live)
    await close('H', '2026-03-12', policy)
    await ingesting.emitted()
    await close('H', '2026-03-12')
    const reported = await ingesting.emitted()
    expect(reported.map(({ type, body }) => [type, body.closed_by])).toEqual([['session.closed', 'operator']])
  })
})

describe('bills that are emitted while their session closes', () => {
  it('are all dead, whether they or the closing come first', async () => {
    const names = Array.from({ length: 120 }, (_, index) => `HJR ${index}`)
    await ingesting.run(alone(session('E')), live)
    await Promise.all([
      ...[0, 1, 2].map((part) =>
        ingesting.run(
          alone(...names.filter((_, index) => index % 3 === part).map((name) => billOf('E', name))),
          {
            ...live,
            name: `source ${part}`,
            settings: { ingest_batch_entities: 5 },
          },
        ),
      ),
      close('E', '2026-03-12'),
    ])
    const { rows } = await database.query<{ status: string; bills: number }>(
      `SELECT content -> 'progress' -> -1 ->> 'status' AS status, count(*) AS bills FROM ingest.stored_entity
       WHERE content #>> '{core,session}' = 'E' GROUP BY 1`,
    )
    expect(rows).toEqual([{ status: 'dead', bills: 120 }])
  })
})
