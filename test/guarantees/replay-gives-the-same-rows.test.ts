import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { requestDerivation } from '../../ingest/derivations/request-derivation.ts'
import { takeDerivations } from '../../ingest/derivations/take-derivations.ts'
import { readTables } from '../../projections/tables/read-tables.ts'
import { systemClock } from '../../runtime/clock.ts'
import { createLog } from '../../runtime/log.ts'
import { derivation } from '../legislature/event-bodies.ts'
import type { TestApi } from '../support/api/test-api.ts'
import type { Receiver } from '../support/fakes/receiver.ts'
import { cleanUp } from '../support/harness/clean-up.ts'
import { eventually } from '../support/harness/eventually.ts'
import { createWholeService, sampleFolder, type WholeService } from '../support/service/whole-service.ts'

let service: WholeService
let api: TestApi
let receiver: Receiver
let before: { events: unknown[]; received: number }

beforeAll(async () => {
  service = await createWholeService()
  await service.startAll()
  await service.ingestSample()
  await service.caughtUp()
  api = await service.openApi()
  receiver = (await service.createEndpoint(['*'])).receiver
  await service.ingest('openstates-scraper', join(sampleFolder, 'revision'))
  await recordSummary()
  await ingestModel()
  await service.caughtUp()
  await service.delivered()
  before = { events: await webhookEvents(), received: receiver.received.length }
  // The batch size differs, so the replay and the first read have different batches.
  await service.startProjections('read_0002', { projector_batch_events: 3, projector_flush_ms: 0 })
  await service.caughtUp('read_0002')
})

/** The sample has no results of a model. */
async function recordSummary(): Promise<void> {
  const { database, settings, codec } = service
  const { rows } = await database.query<{ ocd_id: string }>(
    "SELECT ocd_id FROM ingest.entity WHERE ocd_id LIKE 'ocd-bill/%' ORDER BY id LIMIT 1",
  )
  await requestDerivation(database, rows[0]!.ocd_id, derivation())
  const log = createLog('test', 'silent')
  expect(await takeDerivations({ database, settings, codec, log, clock: systemClock })).toMatchObject({
    recorded: 1,
  })
}

/** The sample has no texts of models. */
async function ingestModel(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'legislog-models-'))
  cleanUp(() => rm(folder, { recursive: true, force: true }))
  const text = `Section 1. ${'No person shall move a hive of another person. '.repeat(6)}`
  const model = { publisher: 'Society of Beekeepers', title: 'Hive Act', text }
  await writeFile(join(folder, 'models.json'), JSON.stringify(model))
  await service.ingest('model-legislation', folder)
}

async function webhookEvents(): Promise<unknown[]> {
  const { rows } = await service.database.query(
    `SELECT e.id, e.ce_id, d.key, d.attempt FROM webhook.event e LEFT JOIN webhook.delivery d ON d.event_id = e.id
     ORDER BY e.id, d.key`,
  )
  return rows
}

async function makeLive(name: string): Promise<void> {
  await service.database.query('UPDATE control.read_schema SET is_live = false WHERE is_live')
  await service.database.query('UPDATE control.read_schema SET is_live = true WHERE name = $1', [name])
}

describe('a replay of the log into a second read schema', () => {
  it.each(readTables.map(({ name, key }) => [name, key]))(
    'gives the same rows of %s, down to ids, updated_at and seq',
    async (name, key) => {
      const rowsOf = async (schema: string) =>
        (
          await service.database.query<{ row: string }>(
            `SELECT to_json(t)::text AS row FROM ${schema}.${name} t ORDER BY ${key}`,
          )
        ).rows
      const first = await rowsOf('read_0001')
      expect(first.length).toBeGreaterThan(0)
      expect(await rowsOf('read_0002')).toEqual(first)
    },
  )

  it('agrees with the independent fold', async () => {
    expect(await service.verify('read_0002')).toMatchObject({ is_equal: true, differing: 0 })
  })

  it('sends no webhook and gives no event a second id', async () => {
    expect(before.received).toBeGreaterThan(0)
    expect(await webhookEvents()).toEqual(before.events)
    expect(receiver.received).toHaveLength(before.received)
  })

  it.each(['', '&updated_since=2026-01-01&include=deleted'])(
    'accepts a cursor of the first read schema (bills?%s)',
    async (filter) => {
      const watermark = await service.database.query<{ least: string }>(
        'SELECT max(updated_at)::text AS least FROM read_0001.bills',
      )
      await eventually(async () => {
        const { rows } = await service.database.query<{ is_past: boolean }>(
          'SELECT min(watermark) > $1::timestamptz AS is_past FROM control.read_schema',
          [watermark.rows[0]!.least],
        )
        return rows[0]!.is_past
      })
      const walk = async (after?: string): Promise<{ id: number }[]> => {
        const cursor = after === undefined ? '' : `&cursor=${encodeURIComponent(after)}`
        const page = (await api.get(`/v1/bills?limit=4${filter}${cursor}`)).json()
        return [...page.data, ...(page.next_cursor === null ? [] : await walk(page.next_cursor))]
      }
      const all = await walk()
      const first = (await api.get(`/v1/bills?limit=4${filter}`)).json()
      await makeLive('read_0002')
      try {
        expect([...first.data, ...(await walk(first.next_cursor))]).toEqual(all)
        expect(all.length).toBeGreaterThan(8)
        expect((await api.get(`/v1/bills?limit=4${filter}`)).json().data).toEqual(first.data)
      } finally {
        await makeLive('read_0001')
      }
    },
  )
})
