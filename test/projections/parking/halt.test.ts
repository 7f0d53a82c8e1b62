import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { listParked } from '../../../projections/parked-retry/list-parked.ts'
import { retryParkedKeys } from '../../../projections/parked-retry/retry-parked.ts'
import { allowParking, readOpenHalts } from '../../../projections/parking/halt.ts'
import { projectionStatus } from '../../../projections/service/status.ts'
import { billsTable } from '../../../projections/tables/bill-tables.ts'
import type { LogRecord } from '../../../runtime/kafka/records/log-record.ts'
import { introduceBills } from '../../legislature/introduced-bills.ts'
import { encodeLog } from '../support/log-source.ts'
import {
  createSetting,
  emptyAgain,
  endRunner,
  project,
  rowsOf,
  type Setting,
  startRunner,
  whenProjected,
} from '../support/projecting.ts'

const BILLS = 200
const AT_ONCE = 5
const LIMIT = 10

let setting: Setting
let good: LogRecord[]

beforeAll(async () => {
  setting = await createSetting()
  good = await encodeLog(introduceBills(BILLS).logged, setting.codec)
})
beforeEach(() => emptyAgain(setting))

/** The log as seen by code that cannot read every second event. */
const badly = (records: readonly LogRecord[]) =>
  records.map((record, index) => (index % 2 === 0 ? { ...record, value: Buffer.alloc(3) } : record))

/** Runs a projector until it halts. */
async function live(records: readonly LogRecord[]): Promise<void> {
  const running = startRunner(setting, records, { size: () => AT_ONCE })
  await expect(running.done).rejects.toMatchObject({ code: 'projector_halted' })
  await endRunner(running).catch(() => {})
}

const parked = async () => (await listParked(setting.database)).length
const status = async () => (await projectionStatus(setting.database))[0]!

describe('a halted projector', () => {
  it('parks no more events after any number of restarts, and continues by itself with correct code', async () => {
    for (let lives = 0; lives < 6; lives++) await live(badly(good))
    const held = await parked()
    expect(held).toBeGreaterThan(0)
    expect(held).toBeLessThanOrEqual(LIMIT)
    expect((await status()).halted).toMatchObject({
      message: expect.stringMatching(
        /^read_0001: \d+ of \d+ events .* legislog\.bills\.v1:\d at \d+: event_undecodable: .*legislog parked allow/,
      ),
    })

    await project(setting, good)
    expect((await status()).halted).toBeNull()
    expect(await parked()).toBe(held)
    expect(Object.keys(await rowsOf(setting.database, setting.read_schema, billsTable))).toHaveLength(
      BILLS - held,
    )
  })

  it('shows when it halted, and keeps the first reason', async () => {
    await live(badly(good))
    const { halted } = await status()
    await live(badly(good))
    expect((await status()).halted).toEqual(halted)
  })

  it('parks the events that halted it if an operator allows that, and keeps its limit afterwards', async () => {
    await live(badly(good))
    const before = await parked()
    const places = await allowParking(setting.database, setting.read_schema)
    expect(places.length).toBeGreaterThan(0)
    expect((await status()).halted).toBeNull()
    await live(badly(good))
    expect(await parked()).toBeGreaterThan(before)
    expect(await parked()).toBeLessThan(BILLS / 4)
    expect((await readOpenHalts(setting.database, setting.read_schema)).length).toBeGreaterThan(0)
  })

  it('counts events that other processes parked in this minute, even before its start', async () => {
    const few = (from: number, to: number) =>
      good.map((record, index) => (index >= from && index < to ? { ...record, value: null } : record))
    await project(setting, few(0, 6).slice(0, 20), { size: () => AT_ONCE })
    expect(await parked()).toBe(6)
    await live(few(20, 26))
    expect(await parked()).toBeLessThanOrEqual(LIMIT)
  })
})

describe('a retry of all parked keys', () => {
  it('retries each key by itself, so a failure stops no other key', async () => {
    const spoiled = good.map((record, index) => (index < 8 ? { ...record, value: null } : record))
    await project(setting, spoiled)
    for (const { key, value } of good.slice(0, 5)) {
      await setting.database.query('UPDATE control.parked_event SET value = $2 WHERE key = $1', [key, value])
    }
    const emitted: string[] = []
    const { released, failed } = await retryParkedKeys({
      ...setting,
      parkedKeys: await listParked(setting.database),
      announce: async (_client, { key }) => void emitted.push(key),
    })
    expect(released.map(({ key }) => key).toSorted()).toEqual(emitted.toSorted())
    expect(emitted).toHaveLength(5)
    expect(failed.map(({ error }) => error.code)).toEqual(Array(3).fill('event_undecodable'))
    expect(await parked()).toBe(3)
    const running = startRunner(setting, good)
    await whenProjected(setting, good)
    await endRunner(running)
    expect(Object.keys(await rowsOf(setting.database, setting.read_schema, billsTable))).toHaveLength(
      BILLS - 3,
    )
  })
})
