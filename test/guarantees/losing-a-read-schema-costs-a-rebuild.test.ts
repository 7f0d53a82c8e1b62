import { beforeAll, describe, expect, it } from 'vitest'
import { ensureReadSchema } from '../../projections/read-schemas/read-schema.ts'
import type { Projections } from '../../projections/service/start-projections.ts'
import { readTables } from '../../projections/tables/read-tables.ts'
import { createSyncClient, type SyncClient } from '../support/api/sync-client.ts'
import type { TestApi } from '../support/api/test-api.ts'
import { eventually } from '../support/harness/eventually.ts'
import { billOf, type EditedSample, editSample, sampleAction } from '../support/service/edited-sample.ts'
import { createWholeService, type WholeService } from '../support/service/whole-service.ts'

let service: WholeService
let projections: Projections
let api: TestApi
let sample: EditedSample
let client: SyncClient

beforeAll(async () => {
  service = await createWholeService({ projector_batch_events: 20 })
  service.startRelay()
  projections = await service.startProjections()
  await service.ingestSample()
  await service.caughtUp()
  api = await service.openApi()
  sample = await editSample()
  client = createSyncClient(api, '/v1/bills', 5)
})

async function note(identifier: string, text: string): Promise<void> {
  await sample.bills((bills) => {
    billOf(bills, identifier).actions.push(sampleAction('2026-03-31', `Fiscal note ${text} filed`))
    return bills
  })
  await service.ingest('openstates-scraper', sample.folder)
}

type Rows = Record<string, string[]>

async function everyRow(): Promise<Rows> {
  const tables: Rows = {}
  for (const { name, key } of readTables) {
    const { rows } = await service.database.query<{ row: string }>(
      `SELECT to_json(t)::text AS row FROM read_0001.${name} t ORDER BY ${key}`,
    )
    tables[name] = rows.map(({ row }) => row)
  }
  return tables
}

const inSync = (since: string) =>
  eventually(async () => {
    const { rows } = await service.database.query<{ is_past: boolean }>(
      'SELECT watermark > $1::timestamptz AS is_past FROM control.read_schema',
      [since],
    )
    return rows[0]!.is_past
  })

const newest = async () => {
  const { rows } = await service.database.query<{ at: string }>(
    'SELECT max(updated_at)::text AS at FROM read_0001.bills',
  )
  return rows[0]!.at
}

describe('a read schema that is dropped under load', () => {
  let before: Rows
  let cursor: string

  it('ends the projector with read_schema_missing, and the next one rebuilds it from the log', async () => {
    await inSync(await newest())
    await client.poll()
    expect(client.copy.size).toBe(14)
    const page = await api.get('/v1/bills?updated_since=2026-01-01&limit=3')
    cursor = page.json().next_cursor
    // They are projected and visible, but the client has not fetched them yet.
    await note('HB 1', '0')
    await service.caughtUp()
    await inSync(await newest())
    before = await everyRow()

    await service.database.query('DROP SCHEMA read_0001 CASCADE')
    await note('HB 7', '1')
    await expect(projections.done).rejects.toMatchObject({ code: 'read_schema_missing' })
    await note('HB 7', '2')
    await ensureReadSchema(service.database, service.settings)
    await client.poll()
    // The supervisor would do this.
    projections = await service.startProjections()
    await client.poll()
    await service.caughtUp()
    expect(await service.verify()).toMatchObject({ is_equal: true, parked: [] })
  })

  it('has the same rows, ids, updated_at and seq after the rebuild if nothing has changed since', async () => {
    const after = await everyRow()
    for (const name of [
      'votes',
      'vote_rolls',
      'people',
      'committees',
      'regulations',
      'bill_sponsors',
      'sessions',
    ])
      expect({ name, rows: after[name] }).toEqual({ name, rows: before[name] })
    const actions = new Set(after.bill_actions)
    expect(before.bill_actions!.filter((row) => !actions.has(row))).toEqual([])
    expect(actions.size).toBe(before.bill_actions!.length + 2)
    const ids = (rows: Rows) => rows.entity!.map((row) => JSON.parse(row) as { id: number; ocd_id: string })
    const held = new Map(ids(after).map(({ id, ocd_id }) => [id, ocd_id]))
    for (const { id, ocd_id } of ids(before)) expect(held.get(id)).toBe(ocd_id)
  })

  it('still accepts cursors that were created before', async () => {
    const page = await api.get(`/v1/bills?updated_since=2026-01-01&limit=3&cursor=${cursor}`)
    expect(page.statusCode).toBe(200)
  })

  it('hides nothing from a client that polled meanwhile', async () => {
    await inSync(await newest())
    await client.poll()
    const { data } = (await api.get('/v1/bills?limit=200')).json() as { data: { id: number }[] }
    expect([...client.copy.values()].sort((a, b) => Number(a.id) - Number(b.id))).toEqual(data)
  })
})
