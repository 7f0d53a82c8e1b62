import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { dropParked } from '../../../projections/parked-retry/drop-parked.ts'
import { listParked, showParked } from '../../../projections/parked-retry/list-parked.ts'
import { type Release, retryParked } from '../../../projections/parked-retry/retry-parked.ts'
import { ensureReadSchema } from '../../../projections/read-schemas/read-schema.ts'
import { billActionsTable, billsTable } from '../../../projections/tables/bill-tables.ts'
import { entityTable } from '../../../projections/tables/registry-table.ts'
import type { LogRecord } from '../../../runtime/kafka/records/log-record.ts'
import { action, billContext, billEntity, core } from '../../legislature/event-bodies.ts'
import { LogBuilder } from '../../legislature/log-builder.ts'
import { encodeLog } from '../support/log-source.ts'
import {
  allRows,
  createSetting,
  emptyAgain,
  endRunner,
  project,
  rowsOf,
  type Setting,
  startRunner,
} from '../support/projecting.ts'

const GOOD = 300
const poisoned = billEntity(9_000)

let setting: Setting
beforeAll(async () => {
  setting = await createSetting()
})
beforeEach(() => emptyAgain(setting))

/** Many good bills, and one with an introduction and five actions. */
async function logWithOneBill(): Promise<LogRecord[]> {
  const log = new LogBuilder()
  for (let id = 1; id <= GOOD; id++) introduce(log, id)
  introduce(log, poisoned.id)
  for (let n = 1; n <= 5; n++) {
    const body = { ...poisoned, bill: billContext(poisoned) }
    log.add('bill.action', poisoned.ocd_id, { ...body, action: action(`p${n}`, '2025-01-20', `Step ${n}`) })
  }
  return encodeLog(log.logged, setting.codec)
}

function introduce(log: LogBuilder, id: number, title = `Bill ${id}`): void {
  const bill = billEntity(id)
  log.add('bill.introduced', bill.ocd_id, {
    ...bill,
    bill: billContext(bill),
    core: core(`HB ${id}`, { title }),
  })
}

async function skipped(): Promise<string[]> {
  const { rows } = await setting.database.query<{ offset: string }>(
    'SELECT "offset"::text AS "offset" FROM control.skipped_event WHERE read_schema = $1',
    [setting.read_schema],
  )
  return rows.map(({ offset }) => offset)
}

const jsonValue = (text: string, known: LogRecord) =>
  Buffer.concat([known.value!.subarray(0, 5), Buffer.from(text)])

const poisons: Record<string, (record: LogRecord) => Partial<LogRecord>> = {
  'no value': () => ({ value: null }),
  'an empty value': () => ({ value: Buffer.alloc(0) }),
  'three bytes': () => ({ value: Buffer.from([0, 0, 0]) }),
  'another magic byte': ({ value }) => ({ value: Buffer.concat([Buffer.from([7]), value!.subarray(1)]) }),
  'truncated JSON': ({ value }) => ({ value: value!.subarray(0, value!.length - 20) }),
  'JSON of another shape': (record) => ({ value: jsonValue('{"id": "nine"}', record) }),
  'a JSON number': (record) => ({ value: jsonValue('9', record) }),
  'an unknown type': ({ headers }) => ({ headers: { ...headers, ce_type: 'bill.exploded' } }),
  'no sequence': ({ headers }) => ({ headers: { ...headers, ce_sequence: undefined } }),
  'a stamp of another form': ({ headers }) => ({ headers: { ...headers, ce_recordedtime: 'yesterday' } }),
  'a stamp that is years ahead': ({ headers }) => ({
    headers: { ...headers, ce_recordedtime: '2099-01-01T00:00:00.000000Z' },
  }),
  'headers that are no text': ({ headers }) => ({
    headers: { ...headers, ce_dataschema: Buffer.from([0xff, 0xfe]) },
  }),
  'a NUL, which Postgres refuses': (record) => ({
    value: jsonValue(record.value!.subarray(5).toString().replace('Bill 9000', 'Bill \\u0000'), record),
  }),
}

describe('a poison event', () => {
  it.each(Object.entries(poisons))(
    'with %s is parked with its key and its bytes, and all other events are applied',
    async (_name, spoil) => {
      const records = await logWithOneBill()
      const index = records.findIndex(({ key }) => key === poisoned.ocd_id)
      const good = records[index]!
      const bad = { ...good, ...spoil(good) }
      await project(setting, records.with(index, bad))

      const bills = await rowsOf(setting.database, setting.read_schema, billsTable)
      expect(Object.keys(bills)).toHaveLength(GOOD)
      const [parkedKey, ...others] = await listParked(setting.database)
      expect(others).toEqual([])
      expect(parkedKey).toMatchObject({ key: poisoned.ocd_id, events: 6 })
      const events = await showParked(setting.database, parkedKey!)
      expect(events[0]!.value).toEqual(bad.value)
      expect(events.map(({ offset }) => BigInt(offset))).toEqual(
        records.filter(({ key }) => key === poisoned.ocd_id).map(({ offset }) => offset),
      )
      await expect(
        retryParked({
          ...setting,
          parkedKey: parkedKey!,
          announce: () => Promise.reject(new Error('announced')),
        }),
      ).rejects.toThrow()
      expect(await listParked(setting.database)).toEqual([parkedKey])
    },
  )

  it('is applied in order with all later events of its key once it can be read, and its release is emitted', async () => {
    const once = await logWithOneBill()
    const last = once.at(-1)!
    const records = [...once, { ...last, offset: last.offset + 1n }]
    await project(setting, records)
    const expected = await allRows(setting.database, setting.read_schema)
    expect(await skipped()).toEqual([`${last.offset + 1n}`])

    await emptyAgain(setting)
    const index = records.findIndex(({ key }) => key === poisoned.ocd_id)
    await project(setting, records.with(index, { ...records[index]!, value: Buffer.alloc(3) }))
    // Now the code can read it.
    await setting.database.query('UPDATE control.parked_event SET value = $1 WHERE "offset" = $2', [
      records[index]!.value,
      String(records[index]!.offset),
    ])
    const [parkedKey] = await listParked(setting.database)
    const emitted: Release[] = []
    await retryParked({
      ...setting,
      parkedKey: parkedKey!,
      announce: async (_client, release) => {
        emitted.push(release)
      },
    })
    expect(emitted).toEqual([
      {
        topic: 'legislog.bills.v1',
        key: poisoned.ocd_id,
        entity_id: poisoned.id,
        released_ids: [poisoned.id],
      },
    ])
    expect(await listParked(setting.database)).toEqual([])
    expect(await allRows(setting.database, setting.read_schema)).toEqual(expected)
    expect(await skipped()).toEqual([`${last.offset + 1n}`])
  })

  it('is kept if it is dropped, and the other events of its key are applied', async () => {
    const records = await logWithOneBill()
    const index = records.findIndex(({ key }) => key === poisoned.ocd_id) + 1
    await project(setting, records.with(index, { ...records[index]!, value: Buffer.alloc(3) }))
    const [parkedKey] = await listParked(setting.database)
    await dropParked(setting.database, parkedKey!)
    await retryParked({ ...setting, parkedKey: parkedKey!, announce: async () => {} })
    const actions = await rowsOf(setting.database, setting.read_schema, billActionsTable)
    expect(Object.keys(actions)).toEqual(['p2', 'p3', 'p4', 'p5'])
    const [givenUp] = await showParked(setting.database, parkedKey!)
    expect(givenUp).toMatchObject({ offset: String(records[index]!.offset), value: Buffer.alloc(3) })
    expect(givenUp!.dropped_at).not.toBeNull()
  })

  it('stays dropped if the read schema is lost and rebuilt from the log', async () => {
    const records = await logWithOneBill()
    const index = records.findIndex(({ key }) => key === poisoned.ocd_id) + 1
    const bad = records.with(index, { ...records[index]!, value: Buffer.alloc(3) })
    await project(setting, bad)
    const [parkedKey] = await listParked(setting.database)
    await dropParked(setting.database, parkedKey!)
    await retryParked({ ...setting, parkedKey: parkedKey!, announce: async () => {} })
    const before = await allRows(setting.database, setting.read_schema)
    await setting.database.query(`DROP SCHEMA ${setting.read_schema} CASCADE`)
    await ensureReadSchema(setting.database, setting.settings)
    await project(setting, bad, { size: () => 40 })
    expect(await listParked(setting.database)).toEqual([])
    expect(await allRows(setting.database, setting.read_schema)).toEqual(before)
    expect(await showParked(setting.database, parkedKey!)).toMatchObject([
      { offset: String(records[index]!.offset) },
    ])
  })

  it('blocks later events of its key in later batches too', async () => {
    const records = await logWithOneBill()
    const index = records.findIndex(({ key }) => key === poisoned.ocd_id)
    const bad = records.with(index, { ...records[index]!, value: null })
    await project(setting, bad, { size: () => 1 })
    expect(await listParked(setting.database)).toMatchObject([{ events: 6 }])
  })

  it('halts the projector if there are too many, and nothing of the batch is stored', async () => {
    const records = (await logWithOneBill()).map((record, index) =>
      index % 10 === 0 ? { ...record, value: Buffer.alloc(3) } : record,
    )
    const running = startRunner(setting, records)
    await expect(running.done).rejects.toMatchObject({ code: 'projector_halted' })
    await endRunner(running).catch(() => {})
    expect(await listParked(setting.database)).toEqual([])
    expect(await rowsOf(setting.database, setting.read_schema, entityTable)).toEqual({})
  })
})
