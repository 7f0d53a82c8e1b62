import { beforeAll, describe, expect, it } from 'vitest'
import type { Projections } from '../../projections/service/start-projections.ts'
import type { TestApi } from '../support/api/test-api.ts'
import type { Receiver } from '../support/fakes/receiver.ts'
import { eventually } from '../support/harness/eventually.ts'
import { addNotes, type EditedSample, editSample } from '../support/service/edited-sample.ts'
import { createWholeService, type WholeService } from '../support/service/whole-service.ts'
import { databaseNow } from '../support/stores/database-now.ts'

const ZZ = 'ocd-division/country:us/state:zz'
const NONE = { two_days: null, seven_days: null }

let service: WholeService
let projections: Projections
let api: TestApi
let sample: EditedSample
let receiver: Receiver
let emitted = 0

beforeAll(async () => {
  service = await createWholeService()
  service.startRelay()
  projections = await service.startProjections()
  await service.startDispatcher()
  await service.ingestSample()
  await service.caughtUp()
  api = await service.openApi()
  sample = await editSample()
  receiver = (await service.createEndpoint(['bill.action'])).receiver
})

/** Adds an action to every bill. */
async function news(note: string): Promise<void> {
  await addNotes(sample, note)
  const { by_type } = await service.ingest('openstates-scraper', sample.folder)
  expect(Object.keys(by_type)).toEqual(['bill.action'])
  emitted += by_type['bill.action']!
}

/** A process writes its counts when it ends. */
async function restartProjections(meanwhile: () => Promise<void> = async () => {}): Promise<void> {
  await projections.stop()
  await meanwhile()
  projections = await service.startProjections()
}

async function delays() {
  const { jurisdiction } = (await api.get(`/v1/coverage?ocd_id=${ZZ}`)).json()
  return jurisdiction.delays
}

describe('the delays in coverage', () => {
  it('do not include a first load', async () => {
    await restartProjections()
    expect(await delays()).toEqual({ api: NONE, webhook: NONE })
  })

  it('include every live event, until readers see it and until its webhook is answered', async () => {
    await news('one')
    await news('two')
    await eventually(() => receiver.received.length === emitted)
    const { api: seen, webhook } = await eventually(async () => {
      const written = await delays()
      return written.api.two_days?.events === emitted && written.webhook.two_days !== null && written
    })
    const today = new Date().toISOString().slice(0, 10)
    expect(seen.two_days).toEqual(seen.seven_days)
    expect(Math.abs(Date.parse(today) - Date.parse(seen.two_days.since))).toBeLessThanOrEqual(86_400_000)
    // 28 deliveries are reported as at least 20.
    expect(emitted).toBe(28)
    expect(webhook.two_days.deliveries).toBe(20)
    for (const { p50_s, p95_s } of [seen.two_days, webhook.two_days]) {
      expect(p50_s).toBeGreaterThan(0)
      expect(p95_s).toBeGreaterThanOrEqual(p50_s)
      expect(p95_s).toBeLessThan(30)
    }
  })

  it('do not change when the rows are rebuilt from the whole log', async () => {
    const before = await delays()
    await restartProjections(async () => {
      await service.database.query('DROP SCHEMA read_0001 CASCADE')
    })
    await service.inSync()
    await restartProjections()
    expect(await delays()).toEqual(before)
  })

  it('grow when readers wait because no projector runs', async () => {
    await restartProjections(async () => {
      await news('three')
      await eventually(async () => {
        const { rows } = await service.database.query('SELECT FROM ingest.outbox LIMIT 1')
        return rows.length === 0
      })
      const emptied_ms = Date.parse(await databaseNow(service.database))
      await eventually(() => Date.now() > emptied_ms + 2_000)
    })
    const { two_days } = await eventually(async () => {
      const { api } = await delays()
      return api.two_days.events === emitted && api
    })
    expect(two_days.p95_s).toBeGreaterThan(2)
  })
})
