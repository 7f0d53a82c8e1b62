import { setTimeout as delay } from 'node:timers/promises'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Projections } from '../../projections/service/start-projections.ts'
import { billContext, billEntity, core } from '../legislature/event-bodies.ts'
import { eventually } from '../support/harness/eventually.ts'
import { NIGHTLY } from '../support/harness/nightly.ts'
import { readToTheEnd } from '../support/log/log-ends.ts'
import { createPublisher, type Publication, type Publisher } from '../support/log/publish.ts'
import { createOwnPostgres, type OwnPostgres } from '../support/servers/own-postgres.ts'
import { createWholeService, type WholeService } from '../support/service/whole-service.ts'

/** In the nightly run, it is away as long as a server that is being replaced. */
const AWAY_MS = NIGHTLY ? 300_000 : 3_000
const EVENTS = NIGHTLY ? 60_000 : 1_000
/** The limit of a reader ahead of its writer, plus one more answer of the broker. */
const MOST_QUEUED = 20_000 + 5_000

let postgres: OwnPostgres
let service: WholeService
let publisher: Publisher
let projections: Projections
let emitted = 0

beforeAll(async () => {
  postgres = await createOwnPostgres()
  service = await createWholeService({ projector_batch_events: 500 }, {}, postgres.createDatabase)
  publisher = await createPublisher(service.settings, service.database)
  projections = await service.startProjections()
  await service.startDispatcher()
}, 60_000)

function introductions(count: number): Publication[] {
  return Array.from({ length: count }, () => {
    emitted += 1
    const bill = billEntity(emitted)
    const body = { ...bill, bill: billContext(bill), core: core(`HB ${emitted}`) }
    return { type: 'bill.introduced', key: bill.ocd_id, body, backfill: emitted % 10 !== 0 }
  })
}

async function emit(count: number): Promise<void> {
  for (let left = count; left > 0; left -= 2_000)
    await publisher.publish(introductions(Math.min(left, 2_000)))
}

const allIsThrough = () => readToTheEnd(service, { dispatched: true })

async function nothingIsLostOrDoubled(): Promise<void> {
  const { differing, holes, unreadable, parked, events } = await service.verify()
  expect({ differing, holes, unreadable, parked }).toEqual({
    differing: 0,
    holes: [],
    unreadable: [],
    parked: [],
  })
  expect(events).toBe(emitted)
  const { rows } = await service.database.query<{ sent: number }>(
    'SELECT count(*) AS sent FROM webhook.event',
  )
  expect(rows[0]!.sent).toBe(Math.floor(emitted / 10))
}

describe('a service whose Postgres', () => {
  it('crashes in the middle of batches keeps its group, and loses and doubles nothing', async () => {
    await emit(500)
    await allIsThrough()
    const { joins } = projections.health().reader
    for (let crash = 0; crash < 3; crash += 1) {
      const { applied } = projections.totals()
      const emitting = emit(NIGHTLY ? 1_500 : 600)
      await eventually(() => projections.totals().applied > applied, { timeout_ms: 30_000 })
      await postgres.crash()
      await emitting
    }
    await allIsThrough()
    expect(projections.health().reader).toMatchObject({ joins, crashes: 0, state: 'reading' })
    await nothingIsLostOrDoubled()
  }, 90_000)

  it(
    'is away keeps its group, and keeps only a bounded part of the growing log in memory',
    async () => {
      const { joins } = projections.health().reader
      await postgres.stop()
      const backAt = performance.now() + AWAY_MS
      const emitting = emit(EVENTS)
      let mostQueued = 0
      while (performance.now() < backAt) {
        const { reader } = projections.health()
        mostQueued = Math.max(mostQueued, reader.queued_events)
        expect(reader).toMatchObject({ joins, crashes: 0 })
        await delay(100)
      }
      await emitting
      await postgres.start()
      await allIsThrough()
      expect(mostQueued).toBeLessThanOrEqual(MOST_QUEUED)
      expect(projections.health().reader).toMatchObject({ joins, crashes: 0, state: 'reading' })
      await nothingIsLostOrDoubled()
    },
    AWAY_MS + 90_000,
  )
})
