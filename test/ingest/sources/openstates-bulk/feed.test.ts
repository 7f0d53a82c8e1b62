import { beforeEach, describe, expect, it } from 'vitest'
import { openstatesBulk } from '../../../../ingest/sources/openstates-bulk/index.ts'
import { jurisdictions } from '../../../../schemas/vocabulary/jurisdictions.ts'
import { createFaultyServer, type FaultyServer } from '../../../support/fakes/faulty-server.ts'
import { createFetchWorld, type FetchWorld } from '../../../support/ingest/fetch-world.ts'
import { scrapedBill } from '../../../support/source-records/scraper-records.ts'
import { tarArchive } from '../../../support/source-records/tar-archive.ts'
import { createTestDatabase } from '../../../support/stores/database.ts'

let server: FaultyServer
let world: FetchWorld

beforeEach(async () => {
  server = await createFaultyServer()
  const { database, settings } = await createTestDatabase()
  world = await createFetchWorld(database, { ...settings, openstates_bulk_url: server.url })
})

const repository = (state: string) => `/${state}-legislation/archive/refs/heads/main.tar.gz`

async function serve(state: string, title = 'Concerning ferries.'): Promise<void> {
  const folder = `${state}-legislation-main/country:us/state:${state}/sessions/2025-2026/bills/SB5157`
  const { _id, scraped_at, ...bill } = scrapedBill({
    title,
    jurisdiction: { division_id: `ocd-division/country:us/state:${state}` },
  })
  const record = { ...bill, _processing: { logs_latest_update: '2026-07-21T18:54:11Z' } }
  server.serve(repository(state), {
    body: await tarArchive({ [`${folder}/metadata.json`]: JSON.stringify(record) }),
    headers: { 'content-type': 'application/gzip' },
    etag: true,
  })
}

describe('a fetch of the bulk repositories', () => {
  it('gets each repository whole, skips missing ones, and reads unchanged ones only once', async () => {
    await serve('wa')
    await serve('wy')
    const first = await world.run(openstatesBulk)
    expect([first.entities, first.quarantined, first.by_type['bill.introduced']]).toEqual([2, 0, 2])
    expect(server.count(/^\/usa-legislation\//u)).toBe(1)
    const again = await world.run(openstatesBulk)
    expect([again.records, again.events]).toEqual([0, 0])

    await serve('wy', 'Concerning snow.')
    const changed = await world.run(openstatesBulk)
    expect(changed.records).toBe(1)
  })

  it('resumes after the last repository that was read before a kill', async () => {
    await serve('al')
    await serve('wy')
    const killed = await world.fetch(openstatesBulk, { dies_after: 2 })
    expect(killed.documents).toHaveLength(2)
    await world.fetch(openstatesBulk)
    expect(server.count(/^\/al-legislation\//u)).toBe(1)
  })

  it('requests a repository again if the download is cut off', async () => {
    await serve('wa')
    server.fail({ kind: 'cut-off' }, /^\/wa-legislation\//u)
    const run = await world.run(openstatesBulk)
    expect(run.by_type['bill.introduced']).toBe(1)
    expect(server.count(/^\/wa-legislation\//u)).toBe(2)
  })

  it('requests each repository once, at its usual rate, if none exists, and fails at the end of each run', async () => {
    for (const _ of [1, 2]) {
      server.clear()
      const waitedBefore = world.waited_ms.length
      const { failure, counts } = await world.fetch(openstatesBulk)
      expect(failure?.message).toContain('nor does any other document of the feed (404 or 410)')
      expect(counts.requests).toBe(jurisdictions.length)
      expect(new Set(server.seen.map(({ path }) => path)).size).toBe(jurisdictions.length)
      const waits = world.waited_ms.slice(waitedBefore)
      expect(waits).toEqual(Array.from({ length: jurisdictions.length - 1 }, () => 10_000))
    }
  })
})
