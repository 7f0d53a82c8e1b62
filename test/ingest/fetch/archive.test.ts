import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  documentOf,
  lastFetched,
  markDocument,
  readDocuments,
  saveAnswer,
} from '../../../ingest/fetch/archive.ts'
import { archivedDocuments } from '../../../ingest/fetch/open-feed.ts'
import { readFiles } from '../../../ingest/files/file-input.ts'
import { createObjectStore } from '../../../runtime/object-store/create-object-store.ts'
import type { ObjectStore } from '../../../runtime/object-store/object-store.ts'
import { LegislogError } from '../../../schemas/errors.ts'
import { cleanUp } from '../../support/harness/clean-up.ts'
import { collect } from '../../support/harness/collect.ts'
import { createTestDatabase } from '../../support/stores/database.ts'

const { database, settings } = await createTestDatabase()
const home = await mkdtemp(join(tmpdir(), 'legislog-archive-'))
cleanUp(() => rm(home, { recursive: true, force: true }))
const store = createObjectStore({ ...settings, object_store: home })

const answer = (name: string, body: string) => ({
  source: 'archive-test',
  run_id: 'run',
  name,
  url: `https://publisher.example.gov/${name}`,
  media_type: 'application/json',
  fetched_at: '2026-03-02T09:00:00.000Z',
  etag: null,
  last_modified: null,
  body: Buffer.from(body),
})

async function keep(name: string, body: string) {
  const last = await lastFetched(database, 'archive-test', answer(name, '').url)
  const row = await saveAnswer(database, store, answer(name, body), last)
  await markDocument(database, row.id)
  return row
}

describe('the archive of fetched answers', () => {
  it('keeps one row for equal content and stores the newest validators', async () => {
    const first = await keep('a.json', '{"a":1}')
    const last = await lastFetched(database, 'archive-test', first.url)
    const same = await saveAnswer(database, store, { ...answer('a.json', '{"a":1}'), etag: '"2"' }, last)
    expect(same.id).toBe(first.id)
    expect(await lastFetched(database, 'archive-test', first.url)).toMatchObject({
      id: first.id,
      etag: '"2"',
    })
    expect((await keep('a.json', '{"a":2}')).id).toBeGreaterThan(first.id)
  })

  it('adds a row if the object store lost the bytes before they were observed', async () => {
    const first = await keep('lost.json', '{"lost":1}')
    await rm(new URL((await store.put(Buffer.from('{"lost":1}'), '')).url))
    const again = await keep('lost.json', '{"lost":1}')
    expect(again.id).toBeGreaterThan(first.id)
    expect(again.is_document).toBe(false)
    expect((await keep('lost.json', '{"lost":1}')).id).toBe(again.id)
  })

  it('finds addresses of any length', async () => {
    const long = (end: string) =>
      `long.json?${Array.from({ length: 2_000 }, (_, index) => `f=${Math.sin(index)}`).join('&')}${end}`
    const one = await keep(long('1'), '1')
    const two = await keep(long('2'), '2')
    expect(await lastFetched(database, 'archive-test', one.url)).toMatchObject({ id: one.id })
    expect(await lastFetched(database, 'archive-test', two.url)).toMatchObject({ id: two.id })
  })

  it('returns its documents in the order they were fetched, even if there are thousands', async () => {
    await database.query(
      `INSERT INTO ingest.fetched (source, name, url, sha256, media_type, bytes, fetched_at, run_id, is_document)
       SELECT 'long', 'd' || n, 'https://x.example/d' || n, '', '', 0, now(), 'run', n % 2 = 0 FROM generate_series(1, 5000) n`,
    )
    const names = (await collect(readDocuments(database, 'long', {}))).map(({ name }) => name)
    expect(names).toEqual(Array.from({ length: 2500 }, (_, index) => `d${2 * index + 2}`))
  })
})

describe('reading archived documents', () => {
  const read = (some: ObjectStore) =>
    collect(readFiles({ paths: [], documents: archivedDocuments(database, some, 'lost'), started_at: '' }))

  it('reports missing or damaged bytes as an unreadable record and reads the other documents', async () => {
    const rows = []
    for (const name of ['one.json', 'two.json', 'three.json']) {
      const kept = await saveAnswer(database, store, { ...answer(name, `"${name}"`), source: 'lost' }, null)
      await markDocument(database, kept.id)
      rows.push(kept)
    }
    const { url } = await store.put(Buffer.from('"two.json"'), 'application/json')
    await rm(new URL(url))
    const { url: third } = await store.put(Buffer.from('"three.json"'), 'application/json')
    await writeFile(new URL(third), 'another text')
    const records = await read(store)
    expect(records.map(({ kind, name }) => `${kind} ${name}`)).toEqual([
      'record one.json',
      'unreadable two.json',
      'unreadable three.json',
    ])
    expect(records[1]).toMatchObject({ detail: expect.stringContaining(rows[1]!.sha256) })
    await expect(documentOf(store, rows[1]!).load()).rejects.toMatchObject({ code: 'object_missing' })
  })

  it('fails the run, not a single record, if the object store does not answer', async () => {
    const away: ObjectStore = {
      ...store,
      get: () => Promise.reject(new LegislogError('object_store_failed', 'the store is away')),
    }
    await expect(read(away)).rejects.toMatchObject({ code: 'object_store_failed' })
  })
})
