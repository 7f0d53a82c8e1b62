import { beforeEach, describe, expect, it } from 'vitest'
import { allowParking, recordHalt } from '../../../projections/parking/halt.ts'
import { advanceWatermark, type DrainedAt, type Watermark } from '../../../projections/watermark/watermark.ts'
import { clearLogFaults, recordLogFault } from '../../../runtime/kafka/log-guard/log-faults.ts'
import { LOCK_FLOOR_SHARED } from '../../../runtime/log-clock/log-clock.ts'
import { LegislogError } from '../../../schemas/errors.ts'
import { createSetting, emptyAgain, type Setting } from '../support/projecting.ts'

const EARLY = '2026-01-01T00:00:00.000001Z'
const LATER = '2026-01-02T00:00:00.000002Z'
let setting: Setting

beforeEach(async () => {
  setting = await createSetting()
})

const advance = (drained_at?: DrainedAt) =>
  advanceWatermark(setting.database, setting.read_schema, { drained_at })

const drainedAt = ({ drained, floor_at }: Watermark): DrainedAt =>
  new Map(drained.map(({ name, next }) => [name, { at: floor_at, next }]))

const clock = (partition: number, at: string, claimed: number, endOffset: number) =>
  setting.database.query(
    `INSERT INTO control.partition_clock (topic, partition, at, claimed, end_offset)
     VALUES ('legislog.bills.v1', $1, $2, $3, $4)
     ON CONFLICT (topic, partition) DO UPDATE SET (at, claimed, end_offset) = ($2, $3, $4)`,
    [partition, at, claimed, endOffset],
  )

const position = (partition: number, next: number, lastAt: string) =>
  setting.database.query(
    `UPDATE control.position SET next = $2, last_at = $3
     WHERE read_schema = 'read_0001' AND topic = 'legislog.bills.v1' AND partition = $1`,
    [partition, next, lastAt],
  )

describe('the watermark', () => {
  it('moves with the database clock if everything is projected, and the floor moves with it', async () => {
    const first = await advance()
    const second = await advance()
    expect(second.watermark > first.watermark).toBe(true)
    expect(second.watermark).toBe(second.floor_at)
    expect(second.behind).toEqual([])
  })

  it('stops at the last projected event of a partition that is behind', async () => {
    await clock(1, LATER, 0, 5)
    await position(1, 3, EARLY)
    const { watermark, behind } = await advance()
    expect(watermark).toBe(EARLY)
    expect(behind).toMatchObject([{ topic: 'legislog.bills.v1', partition: 1, lag: 2 }])
  })

  it('counts a partition with claimed events as behind, even if all published events are projected', async () => {
    await clock(1, LATER, 1, 3)
    await position(1, 3, EARLY)
    expect((await advance()).watermark).toBe(EARLY)
  })

  it('never moves back', async () => {
    const { watermark } = await advance()
    await clock(1, LATER, 0, 5)
    expect((await advance()).watermark).toBe(watermark)
  })

  it('does not stop at the last event of a partition that was fully projected since', async () => {
    await clock(1, EARLY, 0, 3)
    await position(1, 3, EARLY)
    await clock(2, LATER, 0, 5)
    await position(2, 3, LATER)
    const held = await advance()
    expect(held.watermark).toBe(LATER)
    await clock(1, held.floor_at, 1, 3)
    await clock(2, LATER, 0, 3)
    const without = await advance()
    expect(without.watermark).toBe(LATER)
    const drained_at = drainedAt(held)
    expect((await advance(drained_at)).watermark).toBe(held.floor_at)
  })

  it('does not count a finished partition as projected if another process has reset its rows', async () => {
    await clock(1, EARLY, 0, 3)
    await position(1, 3, EARLY)
    const drained_at = drainedAt(await advance())
    await emptyAgain(setting)
    expect((await advance(drained_at)).watermark).toBe('-infinity')
    await position(1, 2, EARLY)
    expect((await advance(drained_at)).watermark).toBe(EARLY)
  })

  it('is above every stamp that was read, even if the clocks of the partitions were lost', async () => {
    const ahead = '2099-01-01T00:00:00.000000Z'
    await position(1, 3, ahead)
    const { watermark, floor_at } = await advance()
    expect(floor_at > ahead).toBe(true)
    expect(watermark).toBe(floor_at)
  })

  it('is above every stamp when everything is projected, even if the clock of the database was set back', async () => {
    const ahead = '2099-01-01T00:00:00.000000Z'
    await clock(1, ahead, 0, 3)
    await position(1, 3, ahead)
    expect((await advance()).watermark > ahead).toBe(true)
  })

  it('waits for a claim in progress', async () => {
    const relay = await setting.database.connect()
    await relay.query(`BEGIN; ${LOCK_FLOOR_SHARED}`)
    let isMoved = false
    const moving = advance().then((moved) => {
      isMoved = true
      return moved
    })
    await setting.database.query('SELECT 1')
    expect(isMoved).toBe(false)
    await relay.query(
      `INSERT INTO control.partition_clock (topic, partition, at, claimed) VALUES ('legislog.bills.v1', 1, $1, 1)`,
      [LATER],
    )
    await relay.query('COMMIT')
    relay.release()
    const { watermark, behind } = await moving
    expect(watermark).toBe('-infinity')
    expect(behind).toMatchObject([{ partition: 1 }])
  })

  it('does not move while projectors of its read schema or the relay refuse the log, in any process', async () => {
    const { database } = setting
    const { watermark } = await advance()
    const place = { topic: 'legislog.bills.v1', partition: 1 } as const
    const fault = new LegislogError('log_behind', 'the log lacks events')
    for (const noticedBy of ['read_0001', 'relay']) {
      await recordLogFault(database, noticedBy, [place], fault)
      expect((await advance()).watermark).toBe(watermark)
      await clearLogFaults(database, noticedBy, [])
    }
    await recordLogFault(database, 'read_0002', [place], fault)
    expect((await advance()).watermark > watermark).toBe(true)
  })

  it('does not move while a projector is halted, until an operator allows parking', async () => {
    const { database, read_schema } = setting
    const { watermark } = await advance()
    const span = { topic: 'legislog.bills.v1', partition: 1, from: 0n, to: 1n, last_at: null } as const
    await recordHalt(database, read_schema, [span], 'too many')
    expect((await advance()).watermark).toBe(watermark)
    await allowParking(database, read_schema)
    expect((await advance()).watermark > watermark).toBe(true)
  })
})
