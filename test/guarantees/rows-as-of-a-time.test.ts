import { beforeAll, describe, expect, it } from 'vitest'
import { liveReadSchema } from '../../runtime/postgres/live-read-schema.ts'
import { createTestApi } from '../support/api/test-api.ts'
import { billOf, editSample, sampleAction } from '../support/service/edited-sample.ts'
import { rebuildOf } from '../support/service/rebuilding.ts'
import { createServiceWithSample, type WholeService } from '../support/service/whole-service.ts'

let service: WholeService
let at: string
let before: Record<string, unknown[]>

const query = async <R>(text: string) => (await service.database.query(text)).rows as R[]

const rowsOf = async (readSchema: string) => ({
  bills: await query(`SELECT to_json(t)::text AS row FROM ${readSchema}.bills t ORDER BY id`),
  bill_actions: await query(`SELECT to_json(t)::text AS row FROM ${readSchema}.bill_actions t ORDER BY id`),
  votes: await query(`SELECT to_json(t)::text AS row FROM ${readSchema}.votes t ORDER BY id`),
})

beforeAll(async () => {
  service = await createServiceWithSample()
  before = await rowsOf('read_0001')
  const [newest] = await query<{ at: string }>('SELECT max(at) AS at FROM control.partition_clock')
  at = newest!.at
  const sample = await editSample()
  await sample.bills((bills) => {
    billOf(bills, 'HB 7').title += ', as amended'
    billOf(bills, 'HB 1').actions.push(sampleAction('2026-03-30', 'Fiscal note filed'))
    return bills
  })
  await service.ingest('openstates-scraper', sample.folder)
  await service.caughtUp()
})

describe('a rebuild until a time', () => {
  it('gives the rows of that time, up to its last event, and does not change the live ones', async () => {
    const report = await rebuildOf(service, { until_at: at })
    expect(report).toMatchObject({ read_schema: 'read_0002', until_at: at, swapped: false, flip: null })
    expect(await liveReadSchema(service.database)).toBe('read_0001')
    expect(await rowsOf('read_0002')).toEqual(before)
    expect(await rowsOf('read_0001')).not.toEqual(before)
    expect(await service.verify('read_0002')).toMatchObject({ is_equal: true })
  })

  it('is served by name, with its changes, and gets no later events', async () => {
    const { database, settings } = service
    const parts = { database, settings, url: settings.database_url, drop: async () => {} }
    const api = await createTestApi(parts, { read_schema: 'read_0002' })
    const found = (await api.get('/v1/bills?q=HB%207')).json().data
    expect(found).toHaveLength(1)
    expect(found[0].title).not.toContain('as amended')
    const changed = await api.get('/v1/bills?updated_since=1970-01-01&limit=200')
    expect(changed.json().data).toHaveLength(before.bills!.length)
    const ready = await api.get('/readyz')
    expect(ready.statusCode).toBe(200)
    expect(ready.json()).toMatchObject({
      read_schema: 'read_0002',
      checks: {
        projections: { ok: true, detail: expect.stringMatching(/^read_0002 is the state at \d{4}-/) },
      },
    })
    expect(
      (await query<{ state: string }>(`SELECT state FROM control.read_schema WHERE name = 'read_0002'`))[0],
    ).toEqual({
      state: 'frozen',
    })
  })

  it('is refused for a time in the future', async () => {
    await expect(rebuildOf(service, { until_at: '2199-01-01T00:00:00.000000Z' })).rejects.toMatchObject({
      code: 'usage',
    })
  })

  it('accepts a time before the first event', async () => {
    const report = await rebuildOf(service, { until_at: '2001-01-01T00:00:00.000000Z' })
    expect(report).toMatchObject({ read_schema: 'read_0003', events: 0 })
    expect(await query('SELECT FROM read_0003.bills')).toEqual([])
  })
})
