import { describe, expect, it } from 'vitest'
import { legislog } from '../support/command-line.ts'
import { createTestDatabase } from '../support/database.ts'
import { createIngesting, typesOf } from '../support/ingesting.ts'
import { alone, bill, session } from '../support/observations.ts'

const { database, settings } = await createTestDatabase({ log_level: 'silent' })
const ingesting = await createIngesting(database, settings)
const env = { DATABASE_URL: settings.database_url, SCHEMA_REGISTRY_URL: settings.schema_registry_url }
const run = async (...args: string[]) => {
  const { code, stdout, stderr } = await legislog([...args], { env })
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
await ingesting.told()

describe('legislog entity sources', () => {
  it('shows who tells of a bill, where they disagree, and who is believed', async () => {
    const { code, said } = await run('entity', 'sources', first!)
    expect(code).toBe(0)
    expect(said).toMatch(/core\.title +openstates-scraper +openstates-scraper +An act about HB 1/)
    expect(said).toMatch(/legiscan +Otherwise/)
  }, 30_000)

  it('says that it knows no such entity', async () => {
    expect(await run('entity', 'sources', 'ocd-bill/none')).toMatchObject({
      code: 1,
      said: expect.stringContaining('not_found'),
    })
  }, 30_000)
})

describe('legislog identity', () => {
  it('merges two bills and takes it back', async () => {
    expect(await run('identity', 'merge', first!, second!)).toMatchObject({ code: 0 })
    expect(typesOf(await ingesting.told())).toContain('bill.merged')
    expect(await run('identity', 'split', first!)).toMatchObject({ code: 0 })
    expect(typesOf(await ingesting.told())).toContain('bill.introduced')
    expect((await run('identity', 'disputes')).said).toContain('claimed by')
  }, 60_000)
})

describe('legislog session', () => {
  it('closes and reopens', async () => {
    const closed = await run('session', 'close', 'wa', '2025-2026', '--on', '2026-03-12')
    expect(closed).toMatchObject({ code: 0, said: expect.stringContaining('2 bills changed') })
    const reopened = await run('session', 'reopen', 'wa', '2025-2026')
    expect(reopened).toMatchObject({ code: 0, said: expect.stringContaining('2 bills changed') })
    expect(await run('session', 'close', 'wa', '2025-2026', '--on', 'spring')).toMatchObject({ code: 2 })
    expect(await run('session', 'close', 'nowhere', '1', '--on', '2026-03-12')).toMatchObject({ code: 2 })
  }, 90_000)
})

describe('legislog session and quarantine', () => {
  it('end a session on a day of the calendar, and on no other', async () => {
    const close = (day: string) => run('session', 'close', 'wa', '2025-2026', '--on', day)
    expect(await close('2026-02-30')).toMatchObject({
      code: 2,
      said: expect.stringContaining('must be a day'),
    })
    expect(await close('2026-03-12')).toMatchObject({
      code: 0,
      said: expect.stringContaining('2 bills changed'),
    })
  }, 60_000)

  it.each([
    [['--limit', 'abc'], '--limit abc is no whole number above 0'],
    [['--limit', '-5'], '--limit -5 is no whole number above 0'],
    [['--reason', 'unheard_of'], '--reason unheard_of is none of record_unreadable, record_invalid'],
  ])(
    'list nothing for %j',
    async (args, message) => {
      expect(await run('quarantine', 'list', ...args)).toMatchObject({
        code: 2,
        said: expect.stringContaining(message),
      })
    },
    30_000,
  )
})
