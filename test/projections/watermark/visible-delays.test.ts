import { beforeEach, describe, expect, it } from 'vitest'
import { retryParked } from '../../../projections/parked-retry/retry-parked.ts'
import { createVisibleDelays, jurisdictionOf } from '../../../projections/watermark/visible-delays.ts'
import type { Watermark } from '../../../projections/watermark/watermark.ts'
import { delayClasses, delayClassOf } from '../../../runtime/delays/delay-classes.ts'
import { createLog } from '../../../runtime/log.ts'
import type { LogEvent } from '../../../schemas/log/event.ts'
import { action, billContext, billEntity, core } from '../../legislature/event-bodies.ts'
import { LogBuilder } from '../../legislature/log-builder.ts'
import { cleanUp } from '../../support/harness/clean-up.ts'
import { encodeLog } from '../support/log-source.ts'
import { createSetting, emptyAgain, project, type Setting } from '../support/projecting.ts'

const bill = billEntity(1)
const { jurisdiction } = billContext(bill)
const MADE = '2026-01-01T00:00:00.000000Z'

let setting: Setting
beforeEach(async () => {
  setting = await createSetting()
})

function visibleDelays() {
  const delays = createVisibleDelays({ database: setting.database, log: createLog('test', 'silent') })
  cleanUp(delays.close)
  return delays
}

/** Actions of a bill, recorded at these times. */
function newsAt(...times: readonly string[]): LogEvent[] {
  const log = new LogBuilder()
  return times.map((recordedAt, n) => {
    const body = { ...bill, bill: billContext(bill), action: action(`a${n}`, '2026-01-20', `Step ${n}`) }
    const event = log.add('bill.action', bill.ocd_id, body)
    return { ...event, meta: { ...event.meta, recorded_at: recordedAt } }
  })
}

function movedTo(watermark: string, seenAt: string, change: Partial<Watermark> = {}): Watermark {
  const place = {
    server: 'one',
    database_at: '2026-01-01T00:00:00.000000Z',
    floor_at: seenAt,
    seen_ms: Date.parse(seenAt),
    drained: [],
    behind: [],
  }
  return { watermark, ...place, is_live: true, created_at: MADE, ...change }
}

async function counted() {
  const { rows } = await setting.database.query<{ jurisdiction: string; day: string; counts: number[] }>(
    "SELECT jurisdiction, day, counts FROM control.delay_count WHERE target = 'api' ORDER BY jurisdiction, day",
  )
  return rows
}

function countsOf(...delays_ms: readonly number[]): number[] {
  const counts = new Array<number>(delayClasses).fill(0)
  for (const delay_ms of delays_ms) counts[delayClassOf(delay_ms)]! += 1
  return counts
}

describe('the measured delay of new events', () => {
  it('lasts from the record until the watermark is above it, and counts on the day of that moment', async () => {
    const delays = visibleDelays()
    delays.add(newsAt('2026-02-01T23:59:58.000000Z', '2026-02-01T23:59:59.900000Z'))
    delays.onMoved(movedTo('2026-02-01T23:59:59.000000Z', '2026-02-01T23:59:59.500Z'))
    delays.onMoved(movedTo('2026-02-02T00:00:00.000000Z', '2026-02-02T00:00:00.100Z'))
    await delays.close()
    expect(await counted()).toEqual([
      { jurisdiction, day: '2026-02-01', counts: countsOf(1_500) },
      { jurisdiction, day: '2026-02-02', counts: countsOf(200) },
    ])
  })

  it('is long after an outage, since readers had to wait', async () => {
    const delays = visibleDelays()
    delays.add(newsAt('2026-02-01T00:00:00.000000Z'))
    delays.onMoved(movedTo('2026-02-01T05:00:00.000000Z', '2026-02-01T05:00:00Z'))
    await delays.close()
    expect(await counted()).toEqual([{ jurisdiction, day: '2026-02-01', counts: countsOf(5 * 3_600_000) }])
  })

  it('is counted only for the live read schema, not for events that its replacement shows first', async () => {
    const delays = visibleDelays()
    delays.add(newsAt('2026-02-01T00:00:00.000000Z'))
    delays.onMoved(movedTo('2026-02-01T00:00:01.000000Z', '2026-02-01T00:00:01Z', { is_live: false }))
    delays.add(newsAt('2026-02-01T00:00:02.000000Z'))
    delays.onMoved(movedTo('2026-02-01T00:00:03.000000Z', '2026-02-01T00:00:03Z'))
    delays.add(newsAt('2026-02-01T00:00:04.000000Z'))
    delays.onMoved(movedTo('2026-02-01T00:00:05.000000Z', '2026-02-01T00:00:05Z'))
    await delays.close()
    expect(await counted()).toEqual([{ jurisdiction, day: '2026-02-01', counts: countsOf(1_000) }])
  })

  it('is not counted for events that are older than rebuilt rows', async () => {
    const delays = visibleDelays()
    delays.add(newsAt('2025-12-31T23:59:59.000000Z', '2026-01-01T00:00:00.000000Z'))
    delays.onMoved(movedTo('2026-01-01T00:00:01.000000Z', '2026-01-01T00:00:01Z'))
    await delays.close()
    expect(await counted()).toEqual([{ jurisdiction, day: '2026-01-01', counts: countsOf(1_000) }])
  })
})

describe('the delay of parked events', () => {
  it('is counted when they are applied, except for backfill and events that are older than the rows', async () => {
    const log = new LogBuilder()
    const body = { ...bill, bill: billContext(bill) }
    log.add('bill.introduced', bill.ocd_id, { ...body, core: core('HB 1') })
    for (const id of ['a1', 'a2']) {
      log.add('bill.action', bill.ocd_id, { ...body, action: action(id, '2026-01-20', `Step ${id}`) })
    }
    const [introduced, backfill, late] = await encodeLog(log.logged, setting.codec)
    const appendedAt = Date.now()
    const ceRecordedtime = new Date(appendedAt).toISOString().replace('Z', '000Z')
    await project(setting, [
      { ...introduced!, value: Buffer.alloc(3) },
      {
        ...backfill!,
        appended_at: appendedAt,
        headers: { ...backfill!.headers, ce_recordedtime: ceRecordedtime, ce_backfill: 'true' },
      },
      { ...late!, appended_at: appendedAt, headers: { ...late!.headers, ce_recordedtime: ceRecordedtime } },
    ])
    expect(await counted()).toEqual([])
    await setting.database.query('UPDATE control.parked_event SET value = $1 WHERE "offset" = $2', [
      introduced!.value,
      String(introduced!.offset),
    ])
    const parkedKey = { read_schema: setting.read_schema, topic: late!.topic, key: bill.ocd_id }
    await retryParked({ ...setting, parkedKey, announce: async () => {} })
    const [row, ...others] = await counted()
    expect([row?.jurisdiction, others]).toEqual([jurisdiction, []])
    expect(row!.counts.reduce((sum, count) => sum + count, 0)).toBe(1)
    expect(row!.counts.findIndex((count) => count > 0)).toBeLessThanOrEqual(delayClassOf(20_000))
  })
})

describe('the delay count', () => {
  it('has the jurisdiction that the event names, and ignores releases', () => {
    const released = new LogBuilder().add('bill.released', bill.ocd_id, { ...bill, released_ids: [1] })
    expect([newsAt(MADE)[0]!, released].map(jurisdictionOf)).toEqual([jurisdiction, undefined])
  })

  it('includes events that come after a rebuild of the rows has started', async () => {
    await setting.database.query("UPDATE control.read_schema SET created_at = '2026-01-01T00:00:00Z'")
    await emptyAgain(setting)
    const { rows } = await setting.database.query<{ is_new: boolean }>(
      "SELECT created_at > now() - interval '1 minute' AS is_new FROM control.read_schema",
    )
    expect(rows).toEqual([{ is_new: true }])
  })
})
