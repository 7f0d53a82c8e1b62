import { describe, expect, it } from 'vitest'
import { dropParked } from '../../../projections/parked-retry/drop-parked.ts'
import { listParked } from '../../../projections/parked-retry/list-parked.ts'
import { retryParked } from '../../../projections/parked-retry/retry-parked.ts'
import { verify } from '../../../projections/verify/verify.ts'
import type { LogRecord } from '../../../runtime/kafka/records/log-record.ts'
import {
  action,
  billContext,
  billEntity,
  core,
  division,
  rollCall,
  session,
  voteEntity,
} from '../../legislature/event-bodies.ts'
import { LogBuilder } from '../../legislature/log-builder.ts'
import { contentsOf, createLoading, endsOf, index, LOADED, load } from '../support/loading.ts'
import { encodeLog } from '../support/log-source.ts'
import { createSetting, project, type Setting } from '../support/projecting.ts'

const BILLS = 40

/** Bills with two actions, one vote before them and one after them. */
function log(change: (log: LogBuilder, id: number) => void = () => {}): LogBuilder {
  const builder = new LogBuilder()
  for (let id = 1; id <= BILLS; id++) {
    const bill = billEntity(id)
    const body = { ...bill, bill: billContext(bill) }
    const vote = (voteId: number) => ({ ...voteEntity(voteId), bill: billContext(bill), vote: rollCall() })
    builder.add('vote.recorded', bill.ocd_id, vote(1_000 + id))
    builder.add('bill.introduced', bill.ocd_id, { ...body, core: core(`HB ${id}`) })
    builder.add('bill.action', bill.ocd_id, { ...body, action: action(`a${id}`, '2025-01-20', 'Read') })
    change(builder, id)
    builder.add('bill.action', bill.ocd_id, { ...body, action: action(`b${id}`, '2025-01-21', 'Read twice') })
    builder.add('vote.recorded', bill.ocd_id, vote(2_000 + id))
  }
  return builder
}

async function recordsOf(builder: LogBuilder): Promise<LogRecord[]> {
  const { codec } = await createSetting()
  return encodeLog(builder.logged, codec)
}

/** 5,000 characters that cannot be compressed. */
const noise = Array.from({ length: 5_000 }, (_, at) =>
  String.fromCodePoint(0x4e00 + ((at * 7_919 + at * at * 31) % 20_000)),
).join('')

/** Events that pass our checks but not those of Postgres: too long, too large, or against a constraint. */
function refusedByPostgres(builder: LogBuilder, id: number): void {
  const bill = billEntity(id)
  const body = { ...bill, bill: billContext(bill) }
  if (id === 3) {
    builder.add('bill.updated', bill.ocd_id, { ...body, core: core('HB 3', { title: 'Refused' }) })
  }
  if (id === 4) builder.add('bill.updated', bill.ocd_id, { ...body, core: core('HB 4', { session: noise }) })
  if (id !== 5) return
  const match = { jurisdiction: division, session, chamber: 'lower', printed_name: 'Adams', person: null }
  for (const candidates of [1, 3_000_000_000]) {
    builder.add('name.matched', 'ocd-name/5', {
      id: 9_005,
      ocd_id: 'ocd-name/5',
      match: { ...match, candidates },
    })
  }
}

const poisons: readonly ((record: LogRecord) => Partial<LogRecord>)[] = [
  () => ({ value: null }),
  () => ({ value: Buffer.from([0, 0, 0]) }),
  ({ value }) => ({ value: value!.subarray(0, value!.length - 20) }),
  ({ value }) => ({ value: Buffer.concat([value!.subarray(0, 5), Buffer.from('{"id": "nine"}')]) }),
  ({ headers }) => ({ headers: { ...headers, ce_type: 'bill.exploded' } }),
  ({ headers }) => ({ headers: { ...headers, ce_recordedtime: 'yesterday' } }),
  ({ value }) => ({ value: Buffer.concat([Buffer.from([0, 0, 0x0f, 0x42, 0x40]), value!.subarray(5)]) }),
]

/** Poisons the first action of some bills, each in another way. */
function spoiled(records: readonly LogRecord[]): LogRecord[] {
  const spoils = new Map(poisons.map((spoil, at) => [`ocd-bill/${10 + at}`, spoil]))
  return records.map((record) => {
    const spoil = record.headers.ce_type === 'bill.action' ? spoils.get(record.key) : undefined
    spoils.delete(spoil === undefined ? '' : record.key)
    return spoil === undefined ? record : { ...record, ...spoil(record) }
  })
}

async function expectEqual({ database, read_schema }: Setting): Promise<void> {
  expect(await contentsOf(database, LOADED)).toEqual(await contentsOf(database, read_schema))
}

describe('a load', () => {
  it('parks the same events as live projections, with all events behind them, and no others', async () => {
    const records = spoiled(await recordsOf(log(refusedByPostgres)))
    const setting = await createLoading(records)
    for (const schema of [LOADED, setting.read_schema]) {
      await setting.database.query(`ALTER TABLE ${schema}.bills ADD CHECK (title <> 'Refused')`)
    }
    await project(setting, records)
    const report = await load(setting, endsOf(records))
    await index(setting)
    await expectEqual(setting)
    const parked = (await listParked(setting.database)).filter(
      (parkedKey) => parkedKey.read_schema === LOADED,
    )
    expect(parked.map(({ key }) => key).sort()).toEqual(
      ['ocd-name/5', ...[3, 4, 10, 11, 12, 13, 14, 15, 16].map((id) => `ocd-bill/${id}`)].sort(),
    )
    expect(await verify({ ...setting, read_schema: LOADED })).toMatchObject({ is_equal: true })
    expect(report).toMatchObject({ events: records.length, parked: 19, applied: records.length - 19 })
  })

  it('skips dropped events, and applies the events behind them', async () => {
    const good = await recordsOf(log())
    const at = good.findIndex(({ key, headers }) => key === 'ocd-bill/7' && headers.ce_type === 'bill.action')
    const records = good.with(at, { ...good[at]!, value: Buffer.alloc(3) })
    const setting = await createLoading(records)
    await project(setting, records)
    const [parkedKey] = await listParked(setting.database)
    await dropParked(setting.database, parkedKey!)
    await retryParked({ ...setting, parkedKey: parkedKey!, announce: async () => {} })
    await setting.database.query(
      `INSERT INTO control.parked_event
         (read_schema, topic, partition, "offset", key, code, error, headers, value, appended_at, parked_at, dropped_at)
       SELECT $1, topic, partition, "offset", key, code, error, headers, value, appended_at, parked_at, dropped_at
       FROM control.parked_event`,
      [LOADED],
    )
    await load(setting, endsOf(records))
    await expectEqual(setting)
  })

  it('applies an event once if the log contains it twice', async () => {
    const once = await recordsOf(log())
    const ends = endsOf(once)
    const again = once.slice(0, 60).map((record) => {
      const part = `${record.topic}:${record.partition}`
      const offset = ends.get(part)!
      ends.set(part, offset + 1n)
      return { ...record, offset }
    })
    const records = [...once, ...again]
    const setting = await createLoading(records)
    await project(setting, records)
    expect(await load(setting, endsOf(records))).toMatchObject({ applied: once.length, repeated: 60 })
    const { position: _loaded, ...rows } = await contentsOf(setting.database, LOADED)
    const { position: _live, ...live } = await contentsOf(setting.database, setting.read_schema)
    expect(rows).toEqual(live)
    expect(rows.skipped_event).toHaveLength(60)
  })

  it('halts if over one percent of the events cannot be applied, and names the first', async () => {
    const good = await recordsOf(log())
    const records = good.map((record) =>
      record.headers.ce_type === 'bill.introduced' ? { ...record, value: Buffer.alloc(2) } : record,
    )
    const setting = await createLoading(records)
    await expect(load(setting, endsOf(records))).rejects.toMatchObject({
      code: 'projector_halted',
      message: expect.stringMatching(
        /over 10 of 200 events .* legislog\.bills\.v1:\d at \d+: the value has 2 bytes/,
      ),
    })
  })
})
