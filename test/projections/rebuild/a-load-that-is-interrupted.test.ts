import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { LogRecord } from '../../../runtime/kafka/records/log-record.ts'
import { action, billContext, billEntity, core } from '../../legislature/event-bodies.ts'
import { LogBuilder } from '../../legislature/log-builder.ts'
import { eventually } from '../../support/harness/eventually.ts'
import { contentsOf, createEmpty, createLoading, endsOf, holdUp, LOADED, load } from '../support/loading.ts'
import { encodeLog } from '../support/log-source.ts'
import { produce } from '../support/produce.ts'
import { project, type Setting } from '../support/projecting.ts'

const BILLS = 700

function log(): LogBuilder {
  const builder = new LogBuilder()
  for (let id = 1; id <= BILLS; id++) {
    const bill = billEntity(id)
    const body = { ...bill, bill: billContext(bill) }
    builder.add('bill.introduced', bill.ocd_id, { ...body, core: core(`HB ${id}`) })
    builder.add('bill.action', bill.ocd_id, { ...body, action: action(`a${id}`, '2025-01-20', 'Read') })
  }
  return builder
}

let setting: Setting
let records: readonly LogRecord[]
let live: Awaited<ReturnType<typeof contentsOf>>

beforeAll(async () => {
  setting = await createLoading()
  records = await encodeLog(log().logged, setting.codec)
  await produce(setting.settings, setting.database, records)
  await project(setting, records)
  live = await contentsOf(setting.database, setting.read_schema)
})
beforeEach(() => createEmpty(setting))

const contents = () => contentsOf(setting.database, LOADED)

describe('a load', () => {
  it('is retried if connections break, and writes nothing twice', async () => {
    const hold = await holdUp(setting)
    const loading = load(setting, endsOf(records), { workers: 2 })
    const pids = await eventually(async () => {
      const waiting = await hold.waiting('COPY %bills ')
      return waiting.length === 2 && waiting
    })
    await setting.database.query('SELECT pg_terminate_backend(pid) FROM unnest($1::int[]) AS pid', [pids])
    await hold.release()
    expect(await loading).toMatchObject({ events: records.length, applied: records.length })
    expect(await contents()).toEqual(live)
  })

  it('writes whole partitions or nothing if it is stopped, and then continues from there', async () => {
    const ending = new AbortController()
    const reason = new Error('stopped')
    const first = load(setting, endsOf(records), {
      signal: ending.signal,
      onProgress: ({ partitions_done }) => partitions_done === 2 && ending.abort(reason),
    })
    await expect(first).rejects.toBe(reason)
    const { rows } = await setting.database.query<{ partition: number; next: string }>(
      `SELECT partition, next::text FROM control.position
       WHERE read_schema = $1 AND topic = 'legislog.bills.v1' AND next > 0`,
      [LOADED],
    )
    const ends = endsOf(records)
    for (const { partition, next } of rows) {
      expect(BigInt(next)).toBe(ends.get(`legislog.bills.v1:${partition}`))
    }
    expect(rows.length).toBeGreaterThanOrEqual(2)
    const report = await load(setting, ends)
    expect(report).toMatchObject({ skipped: rows.length, partitions: 4 - rows.length })
    expect(await contents()).toEqual(live)
    expect(await load(setting, ends)).toMatchObject({ skipped: 4, partitions: 0, events: 0 })
  })

  it('reads in several passes if memory is short, and makes the same rows', async () => {
    const { settings } = setting
    const report = await load(
      { ...setting, settings: { ...settings, rebuild_memory_mb: 1 } },
      endsOf(records),
      {
        workers: 4,
      },
    )
    expect(report.passes).toBeGreaterThanOrEqual(8)
    expect(await contents()).toEqual(live)
  })

  it('ends at the given offsets, wherever batches end', async () => {
    const ends = new Map([...endsOf(records)].map(([part, end]) => [part, end / 2n]))
    const half = records.filter(({ topic, partition, offset }) => offset < ends.get(`${topic}:${partition}`)!)
    expect(await load(setting, ends)).toMatchObject({ events: half.length })
    const { rows } = await setting.database.query<{ sequence: number }>(
      `SELECT sum(sequence)::bigint AS sequence FROM ${LOADED}.entity`,
    )
    expect(rows).toEqual([{ sequence: half.length }])
  })

  it('refuses a read schema at other positions', async () => {
    await setting.database.query(
      `UPDATE control.position SET next = 1 WHERE read_schema = $1 AND partition = 0 AND topic = 'legislog.bills.v1'`,
      [LOADED],
    )
    await expect(load(setting, endsOf(records))).rejects.toMatchObject({ code: 'positions_moved' })
  })

  it('reports its progress', async () => {
    const shown: unknown[] = []
    await load(setting, endsOf(records), { onProgress: (progress) => shown.push(progress) })
    expect(shown.at(-1)).toMatchObject({
      phase: 'load',
      partitions_done: 4,
      partitions: 4,
      events_done: 2 * BILLS,
      events: 2 * BILLS,
      eta_s: 0,
      rows: 5 * BILLS,
    })
  })
})
