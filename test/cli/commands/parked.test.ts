import { beforeAll, expect, it } from 'vitest'
import { listParked } from '../../../projections/parked-retry/list-parked.ts'
import type { LogRecord } from '../../../runtime/kafka/records/log-record.ts'
import { settingsEnvironment } from '../../../stack/settings-environment.ts'
import { introduceBills } from '../../legislature/introduced-bills.ts'
import { encodeLog } from '../../projections/support/log-source.ts'
import { createSetting, project, type Setting } from '../../projections/support/projecting.ts'
import { legislogHere } from '../../support/harness/command-line.ts'

const BILLS = 4
let setting: Setting
let records: LogRecord[]

beforeAll(async () => {
  setting = await createSetting()
  const { logged } = introduceBills(BILLS)
  for (const { event } of logged) {
    await setting.database.query(
      `INSERT INTO ingest.entity (id, ocd_id, entity_type, kafka_key, sequence) VALUES ($1, $2, 'bill', $2, 1)`,
      [event.body.id, event.body.ocd_id],
    )
  }
  records = await encodeLog(logged, setting.codec)
  await project(
    setting,
    records.map((record) => ({ ...record, value: Buffer.alloc(3) })),
  )
})

const run = (...args: string[]) =>
  legislogHere(['parked', ...args, '--json'], { env: settingsEnvironment(setting.settings) })
const repair = (key: string, value: Buffer | null) =>
  setting.database.query('UPDATE control.parked_event SET value = $2 WHERE key = $1', [key, value])

it('legislog parked lists, shows, retries and drops keys, and reports a failure by its exit code', async () => {
  expect((await run('list')).json()).toMatchObject({
    parked: Array(BILLS).fill({ code: 'event_undecodable' }),
  })
  const [one, two, three, four] = records as [LogRecord, LogRecord, LogRecord, LogRecord]
  expect((await run('show', 'bills', one.key)).json()).toMatchObject({
    key: one.key,
    events: [{ value_base64: 'AAAA' }],
  })
  expect((await run('retry')).code).toBe(2)

  await repair(one.key, one.value)
  expect(await run('retry', 'bills', one.key)).toMatchObject({ code: 0 })
  await repair(two.key, two.value)
  const some = await run('retry', '--code', 'event_undecodable')
  expect(some.code).toBe(1)
  expect(some.json()).toMatchObject({
    released: [{ key: two.key, released_ids: [2] }],
    failed: Array(2).fill({ code: 'event_undecodable' }),
  })
  expect((await run('drop', 'bills', three.key)).code).toBe(0)
  await repair(four.key, four.value)
  expect(await run('retry', '--all')).toMatchObject({ code: 0 })
  expect(await listParked(setting.database)).toEqual([])

  // Readers of changes see each release, because the relay publishes an event for it.
  const { rows } = await setting.database.query<{ key: string }>('SELECT key FROM ingest.outbox ORDER BY id')
  expect(rows.map(({ key }) => key)).toEqual([one.key, two.key, four.key])
  expect((await run('allow')).json()).toMatchObject({ places: [] })
}, 60_000)
