import { beforeAll, describe, expect, it } from 'vitest'
import { describeRun } from '../../../cli/ingest/report.ts'
import type { RunCounts } from '../../../ingest/runs/run.ts'
import { settingsEnvironment } from '../../../stack/settings-environment.ts'
import { alone, bill } from '../../support/builders/observations.ts'
import { legislogHere } from '../../support/harness/command-line.ts'
import { createIngestWorld } from '../../support/ingest/ingest-world.ts'
import { createTestDatabase } from '../../support/stores/database.ts'

const { database, settings } = await createTestDatabase()
const run = (...args: string[]) => legislogHere(['pending', ...args], { env: settingsEnvironment(settings) })
const textOf = (identifier: string) => {
  const text = { sha256: 'a'.repeat(64), bytes: 1, media_type: 'text/html', url: 'https://example.org/1' }
  const seen = bill(identifier, {})
  return { ...seen, parts: { texts: [{ link_url: text.url, text }] } }
}
let counts: RunCounts

beforeAll(async () => {
  const ingesting = await createIngestWorld(database, settings)
  counts = await ingesting.run(alone(textOf('HB 1'), textOf('HB 2')), { name: 'bill-text' })
  await database.query(`
    INSERT INTO ingest.text_attempt (url, failures, asked_at, due_at, reason) VALUES
      ('https://example.org/2', 3, '2026-01-01T00:00:00Z', '2026-01-04T00:00:00Z', 'upstream_refused: 403'),
      ('https://example.org/3', 0, '2026-01-01T00:00:00Z', NULL, NULL);
    INSERT INTO search.failed_text (sha256, reason, retry_at) VALUES ('${'b'.repeat(64)}', 'not in the object store', now())`)
})

describe('legislog pending', () => {
  it('is named by a run that leaves something pending', () => {
    expect(counts.pending).toBe(2)
    expect(describeRun(counts)).toContain(
      '2 pending: no source has reported the bill or document that they belong to: legislog pending --source bill-text',
    )
  })

  it('is not named by a dry run, which leaves nothing', () => {
    const text = describeRun({ ...counts, is_dry_run: true })
    expect(text).toContain('\n2 pending: no source has reported the bill or document that they belong to\n')
    expect(text).not.toContain('legislog pending')
  })

  it('lists pending items with their reason and the time of the next try', async () => {
    const { code, stdout } = await run()
    expect(code).toBe(0)
    expect(stdout).toMatch(/^entity_unknown, 2: emitted as soon as a source reports the entity/m)
    expect(stdout).toMatch(/bill-text +bill \S+\|HB 1 +no source has reported this bill +since 2026/)
    expect(stdout).toMatch(/^not_fetched, 1: requested again automatically/m)
    expect(stdout).toMatch(
      /https:\/\/example.org\/2 +upstream_refused: 403 \(asked 3 times\).*next 2026-01-04T00:00Z/,
    )
    expect(stdout).toMatch(/^not_read, 1: stored, but not searchable/m)
    expect(stdout).toMatch(/text b{64} +not in the object store \(tried 1 times\)/)
    expect(stdout).not.toContain('example.org/3')
  })

  it('can be limited to a source, a place and a number, and prints JSON for programs', async () => {
    const one = (await run('--limit', '1', '--jurisdiction', 'wa', '--json')).json()
    expect(one).toMatchObject({ pending: [{ why: 'entity_unknown', source: 'bill-text', next_at: null }] })
    expect((one as { pending: object[] }).pending).toHaveLength(1)
    expect((await run('--source', 'legiscan')).stdout).toBe('nothing is pending\n')
    expect((await run('--source', 'none')).code).toBe(2)
    expect((await run('--limit', 'many')).code).toBe(2)
  })

  it('lists no item whose bill a source has reported', async () => {
    const ingesting = await createIngestWorld(database, settings)
    await ingesting.run(alone(bill('HB 1', {})), { name: 'state-site' })
    const { stdout } = await run('--jurisdiction', 'wa')
    expect(stdout).toMatch(/^entity_unknown, 1: /m)
    expect(stdout).not.toContain('|HB 1 ')
  })
})
