import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { catchUp } from '../../../projections/rebuild/catch-up/catch-up.ts'
import type { EventProgress } from '../../../projections/rebuild/progress/pace.ts'
import { systemClock } from '../../../runtime/clock.ts'
import { createKafka } from '../../../runtime/kafka/client/kafka-client.ts'
import type { LogRecord } from '../../../runtime/kafka/records/log-record.ts'
import { createDatabase } from '../../../runtime/postgres/postgres.ts'
import { goldenLog } from '../../legislature/golden-log.ts'
import { createPostgresProxy, type Moment } from '../../support/faults/postgres-proxy.ts'
import { committing, movingPositions, nth } from '../../support/faults/transaction-moments.ts'
import { cleanUp } from '../../support/harness/clean-up.ts'
import {
  contentsOf,
  createEmpty,
  createLoading,
  endsOf,
  index,
  LOADED,
  load,
  log,
} from '../support/loading.ts'
import { encodeLog } from '../support/log-source.ts'
import { produce } from '../support/produce.ts'
import { project, type Setting } from '../support/projecting.ts'

let setting: Setting
let records: readonly LogRecord[]
let live: Awaited<ReturnType<typeof contentsOf>>

beforeAll(async () => {
  setting = await createLoading()
  records = await encodeLog(goldenLog(), setting.codec)
  await produce(setting.settings, setting.database, records)
  await project(setting, records)
  live = await contentsOf(setting.database, setting.read_schema)
})
beforeEach(() => createEmpty(setting))

async function behind(moment: Moment, side: 'holdAnswer' | 'holdBefore') {
  const proxy = await createPostgresProxy(setting.settings.database_url)
  const settings = { ...setting.settings, database_url: proxy.url, projector_batch_events: 20 }
  return { settings, held: proxy[side](moment) }
}

function catchingUp(settings: Setting['settings'], onProgress?: (progress: EventProgress) => void) {
  const database = createDatabase(settings)
  cleanUp(() => database.end())
  const { codec } = setting
  const kafka = createKafka(settings, 'legislog-test')
  const { signal } = new AbortController()
  const options = { settings, database, codec, kafka, log, clock: systemClock, signal }
  return catchUp(options, LOADED, endsOf(records), onProgress)
}

describe('after a connection breaks in a COMMIT that took effect,', () => {
  it.each([1, 2])('a catch-up continues from there: transaction %i', async (count) => {
    await index(setting)
    const { settings, held } = await behind(nth(count, committing), 'holdAnswer')
    const shown: EventProgress[] = []
    const caughtUp = catchingUp(settings, (now) => shown.push(now))
    ;(await held).cut()
    expect(await caughtUp).toBe(records.length)
    expect(shown.at(-1)).toMatchObject({
      events_done: records.length,
      events: records.length,
      eta_s: 0,
      events_per_s: expect.toSatisfy((rate: number) => rate > 0),
    })
    expect(await contentsOf(setting.database, LOADED)).toEqual(live)
  })

  it('a load continues from there, and counts the loaded events', async () => {
    const { settings, held } = await behind(committing, 'holdAnswer')
    const loading = load({ ...setting, settings }, endsOf(records))
    ;(await held).cut()
    expect(await loading).toMatchObject({ events: records.length, partitions: 4 })
    expect(await contentsOf(setting.database, LOADED)).toEqual(live)
  })
})

describe('when another process writes into the read schema that is being built,', () => {
  it.each([
    ['a catch-up', catchingUp],
    ['a load', (settings: Setting['settings']) => load({ ...setting, settings }, endsOf(records))],
  ])('%s fails with an error', async (_, work) => {
    await index(setting)
    const { settings, held } = await behind(movingPositions, 'holdBefore')
    const ended = work(settings)
    ended.catch(() => {})
    ;(await held).cut()
    await setting.database.query('UPDATE control.position SET next = next + 1 WHERE read_schema = $1', [
      LOADED,
    ])
    await expect(ended).rejects.toMatchObject({ code: 'positions_moved' })
  })
})
