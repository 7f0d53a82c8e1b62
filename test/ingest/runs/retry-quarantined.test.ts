import { describe, expect, it } from 'vitest'
import { listQuarantine } from '../../../ingest/run-context/quarantine.ts'
import { retryQuarantined } from '../../../ingest/runs/retry-quarantined.ts'
import { createLog } from '../../../runtime/log.ts'
import { alone, bill } from '../../support/builders/observations.ts'
import { createManualClock } from '../../support/clocks/manual-clock.ts'
import { createIngestWorld, typesOf } from '../../support/ingest/ingest-world.ts'
import { createTestDatabase } from '../../support/stores/database.ts'

const { database, settings } = await createTestDatabase()
const ingesting = await createIngestWorld(database, settings)
const retry = (id: number) =>
  retryQuarantined(
    {
      database,
      settings,
      codec: ingesting.codec,
      log: createLog('test', 'silent'),
      clock: createManualClock(),
    },
    id,
  )
const name = 'openstates-scraper'

const scraped = {
  _id: '429dc7ae-9dfa-11f1-bb56-5a1a4546c13e',
  jurisdiction: { id: 'ocd-jurisdiction/country:us/state:wa/government' },
  legislative_session: '2025-2026',
  identifier: 'HB 1',
  title: 'A bill',
  from_organization: '~{"classification": "lower"}',
  classification: ['bill'],
  scraped_at: '2026-01-10T00:00:00+00:00',
}

describe('a quarantined record that is retried', () => {
  it('is read by its source under its own name, and is removed when it succeeds', async () => {
    const rejection = {
      record: 'wa/bill.ndjson#7',
      reason: 'record_invalid' as const,
      detail: 'an older mapper did not know it',
      bytes: Buffer.from(JSON.stringify(scraped)),
      jurisdiction: null,
    }
    await ingesting.run([{ kind: 'rejected', rejection }], { name })
    const [kept] = await listQuarantine(database)
    expect(await retry(kept!.id)).toMatchObject({ dropped: true, counts: { records: 1, quarantined: 0 } })
    expect(typesOf(await ingesting.emitted())).toEqual(['bill.introduced', 'bill.status_changed'])
    expect(await listQuarantine(database)).toEqual([])
  })

  it('stays in quarantine if it fails again', async () => {
    const too_large = bill('HB 2', { title: 'x'.repeat(2 * 1024 * 1024) })
    await ingesting.run(alone(too_large), { name })
    const [kept] = await listQuarantine(database)
    expect(await retry(kept!.id)).toMatchObject({ dropped: false, counts: { quarantined: 1 } })
    expect(await listQuarantine(database)).toMatchObject([{ id: kept!.id, times_seen: 2 }])
  })

  it('does not make its source live', async () => {
    const rejection = {
      record: 'bill.json',
      reason: 'record_invalid' as const,
      detail: 'x',
      bytes: Buffer.from(
        JSON.stringify({
          ...scraped,
          jurisdiction: { id: 'ocd-jurisdiction/country:us/state:or/government' },
        }),
      ),
      jurisdiction: null,
    }
    await ingesting.run([{ kind: 'rejected', rejection }], { name })
    const kept = (await listQuarantine(database)).at(-1)
    expect(await retry(kept!.id)).toMatchObject({ dropped: true })
    const { rows: live } = await database.query<{ live_since: string | null }>(
      `SELECT live_since FROM ingest.source_jurisdiction WHERE source = $1 AND jurisdiction LIKE '%:or'`,
      [name],
    )
    expect(live).toEqual([{ live_since: null }])
    expect((await ingesting.emitted()).every(({ backfill }) => backfill)).toBe(true)
  })
})
