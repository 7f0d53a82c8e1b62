import { describe, expect, it } from 'vitest'
import { billKey } from '../../../ingest/identity/identity-keys.ts'
import { action, alone, bill, DIVISION, session } from '../../support/builders/observations.ts'
import { legislogHere } from '../../support/harness/command-line.ts'
import { addressesIn } from '../../support/harness/main-process.ts'
import { createIngestWorld, typesOf } from '../../support/ingest/ingest-world.ts'
import { createTestDatabase } from '../../support/stores/database.ts'

const { database, settings } = await createTestDatabase({ log_level: 'silent' })
const ingesting = await createIngestWorld(database, settings)
const env = { ...addressesIn(settings), TOPIC_PREFIX: settings.topic_prefix }
const run = async (...args: string[]) => {
  const { code, stdout, stderr } = await legislogHere([...args], { env })
  return { code, said: stdout + stderr }
}

const later = { observed_at: '2026-03-01T00:00:00Z' }
await ingesting.run(alone(session(), bill('HB 1'), bill('HB 2')), { name: 'openstates-scraper' })
await ingesting.run(alone(bill('HB 1', { title: 'Otherwise' }, later)), { name: 'legiscan' })
const { rows } = await database.query<{ ocd_id: string }>(
  `SELECT e.ocd_id FROM ingest.entity e JOIN ingest.identity i ON i.entity_id = e.id
   WHERE e.entity_type = 'bill' ORDER BY i.natural_key`,
)
const [first, second] = rows.map(({ ocd_id }) => ocd_id)
await ingesting.emitted()

describe('legislog entity sources', () => {
  it('shows the sources of a bill, where they disagree, and which one wins', async () => {
    const { code, said } = await run('entity', 'sources', first!)
    expect(code).toBe(0)
    expect(said).toMatch(/core\.title +openstates-scraper +openstates-scraper +An act about HB 1/)
    expect(said).toMatch(/legiscan +Otherwise/)
  }, 30_000)

  it('returns not_found for an unknown entity', async () => {
    expect(await run('entity', 'sources', 'ocd-bill/none')).toMatchObject({
      code: 1,
      said: expect.stringContaining('not_found'),
    })
  }, 30_000)
})

describe('legislog identity', () => {
  it('merges two bills and splits them again', async () => {
    expect(await run('identity', 'merge', first!, second!)).toMatchObject({ code: 0 })
    expect(typesOf(await ingesting.emitted())).toContain('bill.merged')
    expect(await run('identity', 'split', first!)).toMatchObject({ code: 0 })
    expect(typesOf(await ingesting.emitted())).toContain('bill.introduced')
    expect((await run('identity', 'disputes')).said).toContain('claimed by')
  }, 60_000)
})

describe('legislog session', () => {
  it('closes a session and reopens it', async () => {
    const closed = await run('session', 'close', 'wa', '2025-2026', '--on', '2026-03-12')
    expect(closed).toMatchObject({ code: 0, said: expect.stringContaining('2 of 2 bills changed') })
    const reopened = await run('session', 'reopen', 'wa', '2025-2026')
    expect(reopened).toMatchObject({ code: 0, said: expect.stringContaining('2 of 2 bills changed') })
    expect(await run('session', 'close', 'wa', '2025-2026', '--on', 'spring')).toMatchObject({ code: 2 })
    expect(await run('session', 'close', 'nowhere', '1', '--on', '2026-03-12')).toMatchObject({ code: 2 })
  }, 90_000)
})

describe('the legislog session command', () => {
  const jsonIn = (said: string) => JSON.parse(said.split('\n')[0]!)

  it('shows the effect of a close in a dry run, and refuses an impossible last day', async () => {
    const filed = { observed_at: '2026-04-01T00:00:00Z' }
    const moved = action('2026-03-20', 'Referred to Rules.', ['referral-committee'])
    await ingesting.run(alone(bill('HB 3', { actions: [moved] }, filed)), { name: 'openstates-scraper' })
    await ingesting.emitted()
    const close = (...args: string[]) => run('session', 'close', 'wa', '2025-2026', ...args)
    const dry = await close('--on', '2026-03-12', '--dry-run', '--json')
    expect(dry.code).toBe(0)
    expect(jsonIn(dry.said)).toMatchObject({
      session: '2025-2026',
      is_dry_run: true,
      is_live: true,
      bills: 3,
      changed: 3,
      acted_later: { bills: 1, last_on: '2026-03-20', identifiers: ['HB 3'] },
      webhooks: { deliveries: 0, endpoints: 0 },
    })
    expect(await ingesting.emitted()).toEqual([])
    for (const [day, why] of [
      [
        '2026-03-12',
        '1 bills that would be dead by 2026-03-12 have later actions, the last on 2026-03-20 (HB 3)',
      ],
      ['2999-01-01', '2999-01-01 has not come yet'],
    ] as const) {
      const refused = await close('--on', day)
      expect(refused).toMatchObject({ code: 2, said: expect.stringContaining(why) })
    }
    expect(await run('session', 'close', 'wa', '2025-26', '--on', '2026-03-12')).toMatchObject({
      code: 1,
      said: expect.stringContaining('there are: 2025-2026'),
    })
    expect(await ingesting.emitted()).toEqual([])
    expect(await close('--on', '2026-03-12', '--anyway', '--backfill')).toMatchObject({ code: 0 })
    const emitted = await ingesting.emitted()
    expect(emitted.map(({ backfill }) => backfill)).toEqual([true, true, true, true])
    const again = await close('--on', '2026-03-12')
    expect(again).toMatchObject({
      code: 0,
      said: expect.stringContaining('(the same as before): 0 of 3 bills'),
    })
    expect(await run('session', 'reopen', 'wa', '2025-2026')).toMatchObject({
      code: 0,
      said: expect.stringContaining('3 of 3 bills changed'),
    })
    expect((await ingesting.emitted()).every(({ backfill }) => backfill)).toBe(true)
  }, 180_000)

  it('proposes to close a session that is over and quiet', async () => {
    const seen = session('2024')
    const days = { start_date: '2024-01-08', end_date: '2024-03-07', active: true }
    const listed = { ...seen, parts: { session: { ...seen.parts.session!, ...days } } }
    const key = billKey(DIVISION, '2024', 'HB 1')
    const old = bill('HB 1', { actions: [action('2024-02-01', 'First reading.')] }, { key })
    await ingesting.run(alone(listed, old), { name: 'openstates-scraper' })
    const { said } = await run('session', 'due', '--json')
    expect(jsonIn(said)).toMatchObject({
      quiet_days: 30,
      policy: 'propose',
      due: [
        {
          place: 'wa',
          session: '2024',
          end_date: '2024-03-07',
          ends_on: '2024-03-07',
          closes_on: '2024-03-07',
          bills: 1,
          alive: 1,
          last_action_on: '2024-02-01',
        },
      ],
    })
    const text = await run('session', 'due', '--jurisdiction', 'wa')
    expect(text.said).toContain('legislog session close wa 2024 --on 2024-03-07')
    expect((await run('session', 'due', '--jurisdiction', 'or')).said).toContain('no open session is over')
    expect((await run('sources')).said).toContain(
      'wa: session 2024 was over by 2024-03-07, no action since 2024-02-01, and is not closed: legislog session due',
    )
  }, 120_000)
})

describe('legislog with an invalid argument', () => {
  it('refuses to close a session on a day that does not exist', async () => {
    const close = (day: string) => run('session', 'close', 'wa', '2025-2026', '--on', day)
    expect(await close('2026-02-30')).toMatchObject({
      code: 2,
      said: expect.stringContaining('must be a day'),
    })
    expect(await close('2026-03-20')).toMatchObject({
      code: 0,
      said: expect.stringContaining('3 of 3 bills changed'),
    })
  }, 60_000)

  it.each([
    [['--limit', 'abc'], '--limit abc is not a whole number above 0'],
    [['--limit', '-5'], '--limit -5 is not a whole number above 0'],
    [['--reason', 'unheard_of'], '--reason unheard_of must be one of record_unreadable, record_invalid'],
  ])(
    'lists no quarantined records for %j',
    async (args, message) => {
      expect(await run('quarantine', 'list', ...args)).toMatchObject({
        code: 2,
        said: expect.stringContaining(message),
      })
    },
    30_000,
  )
})
