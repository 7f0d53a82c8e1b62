import { beforeAll, beforeEach, expect, it } from 'vitest'
import type { LogRecord } from '../../../runtime/kafka/records/log-record.ts'
import { billContext, billEntity, core } from '../../legislature/event-bodies.ts'
import { LogBuilder } from '../../legislature/log-builder.ts'
import { eventually } from '../../support/harness/eventually.ts'
import { contentsOf, createEmpty, createLoading, endsOf, holdUp, LOADED, load } from '../support/loading.ts'
import { encodeLog } from '../support/log-source.ts'
import { produce } from '../support/produce.ts'
import { project, type Setting } from '../support/projecting.ts'

let setting: Setting
let records: readonly LogRecord[]
let live: Awaited<ReturnType<typeof contentsOf>>

/** So few events are loaded without a thread. */
const BILLS = 40

beforeAll(async () => {
  setting = await createLoading()
  const builder = new LogBuilder()
  for (let id = 1; id <= BILLS; id++) {
    const bill = billEntity(id)
    builder.add('bill.introduced', bill.ocd_id, { ...bill, bill: billContext(bill), core: core(`HB ${id}`) })
  }
  records = await encodeLog(builder.logged, setting.codec)
  await produce(setting.settings, setting.database, records)
  await project(setting, records)
  live = await contentsOf(setting.database, setting.read_schema)
})
beforeEach(() => createEmpty(setting))

const contents = () => contentsOf(setting.database, LOADED)

it('a small load is made by one worker, whose rows are those of the live read schema', async () => {
  expect(await load(setting, endsOf(records), { workers: 4 })).toMatchObject({ workers: 1, events: BILLS })
  expect(await contents()).toEqual(live)
})

it('a small load whose connection breaks is retried, and writes nothing twice', async () => {
  const hold = await holdUp(setting)
  const loading = load(setting, endsOf(records))
  const pids = await eventually(async () => {
    const waiting = await hold.waiting('COPY %bills ')
    return waiting.length === 1 && waiting
  })
  await setting.database.query('SELECT pg_terminate_backend(pid) FROM unnest($1::int[]) AS pid', [pids])
  await hold.release()
  expect(await loading).toMatchObject({ events: BILLS, applied: BILLS })
  expect(await contents()).toEqual(live)
})

it('a small load that is stopped rolls back its partition, and another one continues', async () => {
  const ending = new AbortController()
  const reason = new Error('stopped')
  const hold = await holdUp(setting)
  const loading = load(setting, endsOf(records), { signal: ending.signal })
  loading.catch(() => {})
  await eventually(async () => (await hold.waiting('COPY %bills ')).length === 1)
  ending.abort(reason)
  await hold.release()
  await expect(loading).rejects.toBe(reason)
  const { rows } = await setting.database.query(`SELECT FROM ${LOADED}.bills`)
  expect(rows).toEqual([])
  expect(await load(setting, endsOf(records))).toMatchObject({ skipped: 0, events: BILLS })
  expect(await contents()).toEqual(live)
})
