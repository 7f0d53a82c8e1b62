import { readFile } from 'node:fs/promises'
import { gunzipSync } from 'node:zlib'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Source } from '../../../../ingest/source-interface/source.ts'
import { federalRegister } from '../../../../ingest/sources/federal-register/index.ts'
import { createFaultyServer, type FaultyServer } from '../../../support/fakes/faulty-server.ts'
import { searchOf } from '../../../support/fakes/federal-register-api.ts'
import { realData } from '../../../support/harness/real-data.ts'
import { createFetchWorld, type FetchWorld } from '../../../support/ingest/fetch-world.ts'
import {
  federalRegisterDocument,
  type RegisterDocument,
} from '../../../support/source-records/federal-register-documents.ts'
import { createTestDatabase } from '../../../support/stores/database.ts'

let server: FaultyServer
let world: FetchWorld
let documents: RegisterDocument[]

// The clock of these tests starts at 2 March 2026, 09:00 UTC. Each has a database of its own.
beforeEach(async () => {
  server = await createFaultyServer()
  const { database, settings } = await createTestDatabase()
  world = await createFetchWorld(database, { ...settings, federal_register_url: server.url })
  documents = []
  server.serve(
    '/documents.json',
    searchOf(() => documents),
  )
})

const document = (number: number, publication_date: string, fields: object = {}) =>
  federalRegisterDocument(`2026-${String(number).padStart(5, '0')}`, publication_date, fields)

const SINCE = '2026-02-20T00:00:00Z'

describe('a run of the federal-register source', () => {
  it('emits new documents and extended comment periods, and nothing for unchanged documents', async () => {
    documents = [document(1, '2026-01-05', { comments_close_on: '2026-03-06' }), document(2, '2026-02-27')]
    const options = { since: SINCE }
    expect((await world.run(federalRegister, options)).by_type).toEqual({
      'regulation.published': 2,
      'regulation.comment_period_changed': 1,
    })
    const unchanged = await world.run(federalRegister)
    expect(unchanged).toMatchObject({ records: 0, events: 0 })

    world.clock.advance(3_600_000)
    documents[0] = { ...documents[0]!, comments_close_on: '2026-04-06' }
    documents.push(document(3, '2026-03-02'))
    documents.push(document(4, '2026-01-06', { title: 'Found late' }))
    expect((await world.run(federalRegister)).by_type).toEqual({
      'regulation.published': 1,
      'regulation.comment_period_changed': 1,
    })
    // Documents that are weeks old and closed for comments are checked once a day.
    world.clock.advance(86_400_000)
    expect((await world.run(federalRegister)).by_type).toEqual({ 'regulation.published': 1 })
  })

  it('can reread its archive with another mapper version and no request', async () => {
    documents = [document(1, '2026-01-05'), document(2, '2026-02-27')]
    await world.run(federalRegister, { since: SINCE })
    server.clear()
    expect(await world.replay(federalRegister)).toMatchObject({ records: 2, events: 0 })
    expect((await world.replay(louder)).by_type).toEqual({ 'regulation.updated': 2 })
    expect(server.count()).toBe(0)
  })

  it('fails if its publisher fails, but keeps the documents that came', async () => {
    documents = [document(1, '2026-01-05'), document(2, '2026-02-27')]
    server.fail({ kind: 'status', status: 503 }, /2026-02-23/, 6)
    await expect(world.run(federalRegister, { since: SINCE })).rejects.toMatchObject({
      code: 'upstream_unavailable',
    })
    expect((await world.run(federalRegister, { since: SINCE })).by_type).toEqual({
      'regulation.published': 1,
    })
    expect((await world.replay(federalRegister)).records).toBe(2)
  })

  it.skipIf(realData('federal-register') === undefined)(
    'reads all documents of real answers, in spite of faults',
    async () => {
      const file = realData('federal-register/documents_2024-01-02_2024-01-17.json.gz')!
      const answer = JSON.parse(gunzipSync(await readFile(file)).toString()) as {
        results: RegisterDocument[]
      }
      documents = answer.results
      for (const fault of ['cut-off', 'web-page', 'ends-early', 'broken-gzip'] as const)
        server.fail({ kind: fault }, /2024-01/)
      server.fail({ kind: 'status', status: 429, retry_after: '3' }, /2024-01/)
      const counts = await world.run(federalRegister, {
        since: '2024-01-17T00:00:00Z',
        until: '2024-01-18T00:00:00Z',
      })
      expect(counts).toMatchObject({ quarantined: 0 })
      expect(counts.by_type['regulation.published']).toBe(1_000)
    },
  )
})

/** Reports titles in capitals: a fixed parser changes its output like this. */
const louder: Source = {
  ...federalRegister,
  mapper_version: federalRegister.mapper_version + 1,
  async *read(input) {
    for await (const item of federalRegister.read(input)) {
      if (item.kind !== 'observed') yield item
      else {
        const group = item.group.map((one) => {
          if (one.entity !== 'regulation' || one.parts.regulation === undefined) return one
          const { regulation } = one.parts
          return {
            ...one,
            parts: { ...one.parts, regulation: { ...regulation, title: regulation.title.toUpperCase() } },
          }
        })
        yield { kind: 'observed', group }
      }
    }
  },
}
