import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { cleanUp } from '../../support/harness/clean-up.ts'
import { killOnce, startMain } from '../../support/harness/main-process.ts'
import { createIngestWorld, type EmittedEvent } from '../../support/ingest/ingest-world.ts'
import { createTestDatabase } from '../../support/stores/database.ts'

const { database, settings } = await createTestDatabase()
const ingesting = await createIngestWorld(database, settings)

const BILLS = 400
const scraped = (number: number) => ({
  _id: `429dc7ae-9dfa-11f1-bb56-${String(number).padStart(12, '0')}`,
  jurisdiction: { id: 'ocd-jurisdiction/country:us/state:wa/government' },
  legislative_session: '2025-2026',
  identifier: `HB ${number}`,
  title: `A bill about ${number}`,
  from_organization: '~{"classification": "lower"}',
  classification: ['bill'],
  actions: [
    { date: '2026-01-12', description: 'First reading.', organization_id: '~{"classification": "lower"}' },
  ],
  sponsorships: [{ name: 'Orcutt', entity_type: 'person', classification: 'primary', primary: true }],
  scraped_at: '2026-01-10T00:00:00+00:00',
})

async function writeFolder(): Promise<string> {
  const scratch = await mkdtemp(join(tmpdir(), 'legislog-killed-'))
  cleanUp(() => rm(scratch, { recursive: true, force: true }))
  const folder = join(scratch, 'wa')
  await mkdir(folder)
  const lines = Array.from({ length: BILLS }, (_, number) => JSON.stringify(scraped(number)))
  await writeFile(join(folder, 'bill.ndjson'), `${lines.join('\n')}\n`)
  return folder
}

const ingest = (folder: string) =>
  startMain(['ingest', 'openstates-scraper', folder, '--json'], settings, {
    INGEST_BATCH_ENTITIES: '20',
    LOG_LEVEL: 'silent',
  })

async function emittedSoFar(): Promise<number> {
  const { rows } = await database.query<{ reported: number }>(
    'SELECT count(*) AS reported FROM ingest.outbox',
  )
  return rows[0]!.reported
}

describe('an ingest process that is killed at any moment', () => {
  it('leaves no half-written batch, and the next run completes it without emitting twice', async () => {
    const folder = await writeFolder()
    for (const enough of [1, 120, 260]) {
      const run = ingest(folder)
      await killOnce(run, async () => run.child.exitCode !== null || (await emittedSoFar()) >= enough, {
        timeout_ms: 30_000,
        interval_ms: 5,
      })
    }
    const [code] = await ingest(folder).ended
    expect(code).toBe(0)

    const reported = await ingesting.emitted()
    for (const events of Map.groupBy(reported, ({ subject }) => subject).values()) expectWhole(events)
    expect(reported.filter(({ type }) => type === 'bill.introduced')).toHaveLength(BILLS)
    expect(reported.every(({ backfill }) => backfill)).toBe(true)
    const { rows } = await database.query(
      `SELECT (SELECT count(*) FROM ingest.entity WHERE entity_type = 'bill') AS bills,
         (SELECT count(*) FROM ingest.stored_entity) AS held, (SELECT count(*) FROM ingest.snapshot) AS snapshots`,
    )
    expect(rows).toEqual([{ bills: BILLS, held: BILLS, snapshots: BILLS }])
  }, 120_000)
})

function expectWhole(events: readonly EmittedEvent[]): void {
  expect(events.map(({ type, sequence }) => `${sequence} ${type}`)).toEqual([
    '1 bill.introduced',
    '2 bill.action',
    '3 bill.status_changed',
    '4 bill.sponsors_changed',
  ])
}
