import { beforeAll, describe, expect, it } from 'vitest'
import { listParked } from '../../../projections/parked-retry/list-parked.ts'
import { retryParked } from '../../../projections/parked-retry/retry-parked.ts'
import { billsTable } from '../../../projections/tables/bill-tables.ts'
import { verify } from '../../../projections/verify/verify.ts'
import { advanceWatermark } from '../../../projections/watermark/watermark.ts'
import type { LogRecord } from '../../../runtime/kafka/records/log-record.ts'
import { billContext, billEntity, core } from '../../legislature/event-bodies.ts'
import { LogBuilder } from '../../legislature/log-builder.ts'
import { contentsOf, createLoading, endsOf, index, LOADED, load } from '../support/loading.ts'
import { encodeLog } from '../support/log-source.ts'
import { createSetting, project, rowsOf, type Setting } from '../support/projecting.ts'

const BILLS = 40
const AHEAD = '2099-01-01T00:00:00.000000Z'

let setting: Setting
let records: LogRecord[]

beforeAll(async () => {
  const { codec } = await createSetting()
  const log = new LogBuilder()
  for (let id = 1; id <= BILLS; id++) {
    const bill = billEntity(id)
    log.add('bill.introduced', bill.ocd_id, { ...bill, bill: billContext(bill), core: core(`HB ${id}`) })
  }
  // This is the last message of a partition, so its stamp would become the time of that partition.
  records = await encodeLog(log.logged, codec)
  const last = records.findLastIndex(({ partition }) => partition === records.at(-1)!.partition)
  const { headers } = records[last]!
  records = records.with(last, { ...records[last]!, headers: { ...headers, ce_recordedtime: AHEAD } })
  setting = await createLoading(records)
  // No relay gave that stamp, so no log clock has seen it.
  await setting.database.query(`UPDATE control.partition_clock SET at = '2026-02-02'`)
  await project(setting, records)
})

describe('a message whose stamp is years ahead of its append time', () => {
  it('is parked with its reason, and all others are projected', async () => {
    const [parkedKey, ...others] = await listParked(setting.database)
    expect(others).toEqual([])
    expect(parkedKey).toMatchObject({
      code: 'event_time_ahead',
      error: expect.stringMatching(
        /ce_recordedtime is "2099-01-01T00:00:00\.000000Z", more than 300 s ahead of 2026-02-01T/,
      ),
    })
    expect(Object.keys(await rowsOf(setting.database, setting.read_schema, billsTable))).toHaveLength(
      BILLS - 1,
    )
  })

  it('does not move the log clock or the watermark', async () => {
    const { rows } = await setting.database.query<{ last_at: string }>(
      'SELECT max(last_at) AS last_at FROM control.position',
    )
    expect(rows[0]!.last_at < '2026-03-01').toBe(true)
    const { floor_at, watermark } = await advanceWatermark(setting.database, setting.read_schema)
    expect(floor_at < AHEAD).toBe(true)
    expect(watermark < AHEAD).toBe(true)
  })

  it('stays parked if it is retried', async () => {
    const [parkedKey] = await listParked(setting.database)
    const announce = () => Promise.reject(new Error('announced'))
    await expect(retryParked({ ...setting, parkedKey: parkedKey!, announce })).rejects.toMatchObject({
      code: 'event_time_ahead',
    })
    expect(await listParked(setting.database)).toEqual([parkedKey])
  })
  it('is parked by a rebuild too, which ends at the positions of the live rows', async () => {
    await load(setting, endsOf(records))
    await index(setting)
    const [loaded, live] = await Promise.all(
      [LOADED, setting.read_schema].map(async (readSchema) => {
        const { parked_event, ...contents } = await contentsOf(setting.database, readSchema)
        expect(parked_event).toHaveLength(1)
        return contents
      }),
    )
    expect(loaded).toEqual(live)
    expect(await verify({ ...setting, read_schema: LOADED })).toMatchObject({ is_equal: true })
  })

  it('is applied by a retry after its event came again with a valid stamp', async () => {
    const ahead = records.find(({ headers }) => headers.ce_recordedtime === AHEAD)!
    const last = records.findLast(({ partition }) => partition === ahead.partition)!
    const headers = { ...ahead.headers, ce_recordedtime: '2026-02-01T00:00:59.000000Z' }
    const again: LogRecord = { ...ahead, headers, offset: last.offset + 1n }
    await project(setting, [...records, again])
    const [parkedKey] = await listParked(setting.database)
    expect(parkedKey).toMatchObject({ code: 'event_time_ahead', events: 2 })
    await retryParked({ ...setting, parkedKey: parkedKey!, announce: async () => {} })
    expect((await listParked(setting.database)).map(({ read_schema }) => read_schema)).toEqual([LOADED])
    expect(Object.keys(await rowsOf(setting.database, setting.read_schema, billsTable))).toHaveLength(BILLS)
  })
})
