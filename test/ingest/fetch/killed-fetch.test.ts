import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { federalRegister } from '../../../ingest/sources/federal-register/index.ts'
import { createFaultyServer } from '../../support/fakes/faulty-server.ts'
import { searchOf } from '../../support/fakes/federal-register-api.ts'
import { cleanUp } from '../../support/harness/clean-up.ts'
import { killOnce, startMain } from '../../support/harness/main-process.ts'
import { createFetchWorld } from '../../support/ingest/fetch-world.ts'
import { createIngestWorld } from '../../support/ingest/ingest-world.ts'
import { federalRegisterDocument } from '../../support/source-records/federal-register-documents.ts'
import { createTestDatabase } from '../../support/stores/database.ts'

const server = await createFaultyServer()
const documents = Array.from({ length: 120 }, (_, number) =>
  federalRegisterDocument(
    `2026-${String(number).padStart(5, '0')}`,
    new Date(Date.UTC(2025, 11, 1 + Math.floor(number / 2))).toISOString().slice(0, 10),
    { type: 'Notice' },
  ),
)
server.serve(
  '/documents.json',
  searchOf(() => documents),
)

describe('a fetch', () => {
  it('resumes after a kill without losing or repeating an event', async () => {
    const { database, settings } = await createTestDatabase()
    const ingesting = await createIngestWorld(database, settings)
    const home = await mkdtemp(join(tmpdir(), 'legislog-killed-fetch-'))
    cleanUp(() => rm(home, { recursive: true, force: true }))
    const span = ['--since', '2026-02-25T00:00:00Z', '--until', '2026-03-02T00:00:00Z']
    const ingest = () =>
      startMain(['ingest', 'federal-register', '--json', '--wait', ...span], settings, {
        FEDERAL_REGISTER_URL: server.url,
        OBJECT_STORE: home,
        INGEST_BATCH_ENTITIES: '10',
        INGEST_RATES: 'federal-register=1000000',
        LOG_LEVEL: 'silent',
      })
    for (const requests of [4, 4]) {
      const asked_before = server.count()
      const run = ingest()
      await killOnce(run, () => run.child.exitCode !== null || server.count() >= asked_before + requests, {
        timeout_ms: 60_000,
        interval_ms: 2,
      })
    }
    const [code] = await ingest().ended
    expect(code).toBe(0)

    const reported = await ingesting.emitted()
    expect(reported.map(({ type }) => type).filter((type) => type !== 'regulation.published')).toEqual([])
    expect(new Set(reported.map(({ subject }) => subject)).size).toBe(120)
    expect(reported).toHaveLength(120)
    // A week is requested again only if its request was running when the process was killed.
    const weeks = server.seen.flatMap(({ query }) => query.get('conditions[publication_date][gte]') ?? [])
    expect(weeks.length - new Set(weeks).size, weeks.join(' ')).toBeLessThanOrEqual(2)
  })

  it('returns unobserved documents again in the next run, even if the publisher failed too', async () => {
    const { database, settings } = await createTestDatabase()
    const world = await createFetchWorld(database, { ...settings, federal_register_url: server.url })
    const options = { since: '2026-02-25T00:00:00Z', until: '2026-03-02T00:00:00Z' }
    server.fail({ kind: 'status', status: 403 }, /2026-01-26/)
    const failing = {
      ...federalRegister,
      async *read(input: Parameters<typeof federalRegister.read>[0]) {
        yield* federalRegister.read(input)
        throw new Error('the disk is full')
      },
    }
    await expect(world.run(failing, options)).rejects.toThrow('the disk is full')
    expect((await world.run(federalRegister, options)).records).toBe(120)
  })

  it('requests documents again if the store lost them before they were observed', async () => {
    const { database, settings } = await createTestDatabase()
    const world = await createFetchWorld(database, { ...settings, federal_register_url: server.url })
    const options = { since: '2026-02-25T00:00:00Z', until: '2026-03-02T00:00:00Z' }
    const killed = {
      ...federalRegister,
      async *read({ documents }: Parameters<typeof federalRegister.read>[0]) {
        for await (const _ of documents ?? []) yield* []
        throw new Error('killed')
      },
    }
    await expect(world.run(killed, options)).rejects.toThrow('killed')
    const { url } = await world.store.put(Buffer.from('anything'), 'text/plain')
    await rm(join(fileURLToPath(url), '../../..'), { recursive: true })
    const { records, quarantined } = await world.run(federalRegister, options)
    expect(quarantined).toBeGreaterThan(0)
    expect(records - quarantined).toBe(120)
  })
})
