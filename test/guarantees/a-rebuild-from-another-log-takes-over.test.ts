import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { type RecoverOptions, recoverIngest } from '../../ingest/recover/recover.ts'
import { liveReadSchema } from '../../runtime/postgres/live-read-schema.ts'
import { rewindPositions } from '../../webhooks/log/positions.ts'
import type { TestApi } from '../support/api/test-api.ts'
import { withLogSource } from '../support/log/log-sources.ts'
import { recreateTopics } from '../support/log/topics.ts'
import { rebuildOf, startFollowing } from '../support/service/rebuilding.ts'
import { createWholeService, sampleFolder, type WholeService } from '../support/service/whole-service.ts'

let service: WholeService
let api: TestApi
/** The data that a reader of changes has from the lost log. */
let held: string

const inSync = (path: string) => api.get(path).then(({ headers }) => String(headers['x-sync-through']))

beforeAll(async () => {
  service = await createWholeService()
  const relay = service.startRelay()
  const projections = await service.startProjections()
  await service.ingest('openstates-people', join(sampleFolder, 'people'))
  await service.ingest('openstates-scraper', join(sampleFolder, 'legislature'))
  await service.inSync()
  api = await service.openApi()
  held = await inSync('/v1/bills?updated_since=2026-01-01&limit=200')
  await projections.stop()
  await relay.stop()
  await recreateTopics(service.settings)
  // All of this is older than the journal.
  await service.database.query('TRUNCATE ingest.journal')
}, 60_000)

const recover = (options: Partial<RecoverOptions> = {}) =>
  withLogSource(service.settings, (source) => recoverIngest({ ...service, source, ...options }))

describe('a recreated log', () => {
  it('is refused until an operator accepts the loss of the old one', async () => {
    await expect(recover()).rejects.toMatchObject({
      code: 'log_behind',
      message: expect.stringContaining('legislog ingest recover --accept-loss'),
    })
    const relay = service.startRelay()
    await expect(relay.done).rejects.toMatchObject({ code: 'log_behind' })
    await relay.stop()
    const report = await recover({ onAcceptedLoss: rewindPositions })
    expect(report).toMatchObject({ put_back: 0, sent_again: 0, restated: 0 })
    expect(report.incomplete.length).toBeGreaterThan(0)
  })
})

describe('a read schema that is rebuilt from a recreated log', () => {
  it('replaces the live one, which has halted, even if the live one had read further', async () => {
    service.startRelay()
    await service.ingest('federal-register', join(sampleFolder, 'register'))
    startFollowing(service)
    const signal = AbortSignal.timeout(60_000)
    const report = await rebuildOf(service, { signal })
    expect(report).toMatchObject({
      swapped: true,
      comparison: { with: null, is_whole_verified: true, refusal: null },
      flip: { from: 'read_0001', to: 'read_0002', feed_epoch: expect.any(Number) },
    })
    expect(await liveReadSchema(service.database)).toBe('read_0002')
  }, 90_000)

  it('makes readers with data of the old log start over', async () => {
    const answer = await api.get(`/v1/bills?updated_since=${encodeURIComponent(held)}`)
    expect([answer.statusCode, answer.json().code]).toEqual([410, 'resync_required'])
    const bills = await api.get('/v1/bills?updated_since=1970-01-01')
    expect([bills.statusCode, bills.json().data]).toEqual([200, []])
  })

  it('is kept up to date, and is served like the old one', async () => {
    await service.caughtUp('read_0002')
    expect(await service.verify('read_0002')).toMatchObject({ is_equal: true, parked: [] })
    const { rows } = await service.database.query<{ behind: number; claimed: number }>(
      `SELECT count(*) FILTER (WHERE k.end_offset <> p.next) AS behind, sum(k.claimed)::int AS claimed
       FROM control.position p JOIN control.partition_clock k USING (topic, partition)
       WHERE p.read_schema = 'read_0002'`,
    )
    expect(rows[0]).toEqual({ behind: 0, claimed: 0 })
  })
})
