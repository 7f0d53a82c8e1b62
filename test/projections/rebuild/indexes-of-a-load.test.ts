import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { dropParked } from '../../../projections/parked-retry/drop-parked.ts'
import { listParked } from '../../../projections/parked-retry/list-parked.ts'
import { indexesOf } from '../../../projections/read-model/table.ts'
import { buildIndexes } from '../../../projections/rebuild/indexes/build-indexes.ts'
import type { TaskProgress } from '../../../projections/rebuild/progress/task-tracker.ts'
import { readTables } from '../../../projections/tables/read-tables.ts'
import { billContext, billEntity, core, rollCall } from '../../legislature/event-bodies.ts'
import { LogBuilder } from '../../legislature/log-builder.ts'
import { createPostgresProxy } from '../../support/faults/postgres-proxy.ts'
import { eventually } from '../../support/harness/eventually.ts'
import {
  contentsOf,
  createEmpty,
  createLoading,
  endsOf,
  holdUp,
  index,
  LOADED,
  load,
  log,
} from '../support/loading.ts'
import { encodeLog } from '../support/log-source.ts'
import { createSetting, project, type Setting } from '../support/projecting.ts'

const indexes = readTables.flatMap(indexesOf)
const keyOfBills = indexes.find(({ name }) => name === 'bills_pkey')!
const kinds = [
  ['an index', 'bills_status_id_idx', 'CREATE INDEX bills_status_id_idx'],
  ['a unique index', 'bills_ocd_id_idx', 'CREATE UNIQUE INDEX bills_ocd_id_idx'],
  // The query for table sizes waits while a table gets its key.
  ['a key', 'bills_pkey', 'pg_relation_size'],
] as const

async function namesOf({ database }: Setting): Promise<string[]> {
  const { rows } = await database.query<{ name: string }>(
    'SELECT indexname AS name FROM pg_indexes WHERE schemaname = $1',
    [LOADED],
  )
  return rows.map(({ name }) => name).sort()
}

describe('after a connection breaks during an index build, the next try', () => {
  let setting: Setting
  beforeAll(async () => {
    setting = await createLoading()
  })
  beforeEach(() => createEmpty(setting))

  it.each(kinds)('waits for %s that its backend still builds, and uses it', async (_, name, waiting) => {
    const { create } = indexes.find((one) => one.name === name)!
    // A key waits for every index of its table that is being built.
    if (name !== 'bills_pkey') await setting.database.query(keyOfBills.create(LOADED))
    const leftBehind = await holdUp(setting, create(LOADED))
    const building = index(setting)
    building.catch(() => {})
    await eventually(async () => (await leftBehind.waiting(waiting)).length === 1, {
      timeout_ms: 10_000,
    }).finally(() => leftBehind.release('COMMIT'))
    await building
    expect(await namesOf(setting)).toEqual(indexes.map((one) => one.name).sort())
  })

  it.each(kinds)('finds %s that was built although the answer was lost', async (_, name) => {
    const proxy = await createPostgresProxy(setting.settings.database_url)
    const held = proxy.holdAnswer(({ sql }) => sql.includes(` ${name} `))
    const settings = { ...setting.settings, database_url: proxy.url }
    const shown: TaskProgress[] = []
    const onProgress = (progress: TaskProgress) => shown.push(progress)
    const building = buildIndexes({ settings, read_schema: LOADED, workers: 1, log, onProgress })
    building.catch(() => {})
    ;(await held).cut()
    await building
    const { length: all } = indexes
    expect(shown.at(-1)).toMatchObject({ done: all, pieces: all, done_share: 1, eta_s: 0, in_hand: [] })
    expect(await namesOf(setting)).toEqual(indexes.map((one) => one.name).sort())
  })
})

it('duplicate rows are reported with their entities and a solution, and the solution works', async () => {
  const builder = new LogBuilder()
  for (const id of [1, 2]) {
    const bill = billEntity(id)
    const body = { ...bill, bill: billContext(bill) }
    builder.add('bill.introduced', bill.ocd_id, { ...body, core: core(`HB ${id}`) })
    // One vote has two numbers under two bills.
    const vote = { id: 1_000 + id, ocd_id: 'ocd-vote/7', bill: billContext(bill) }
    builder.add('vote.recorded', bill.ocd_id, { ...vote, vote: rollCall() })
  }
  const records = await encodeLog(builder.logged, (await createSetting()).codec)
  const setting = await createLoading(records)
  await project(setting, records)
  const [lane] = await listParked(setting.database)
  expect(lane).toMatchObject({ topic: 'legislog.votes.v1', read_schema: setting.read_schema })

  await load(setting, endsOf(records))
  await expect(index(setting)).rejects.toMatchObject({
    code: 'rebuild_refused',
    message: expect.stringMatching(
      new RegExp(
        `have the ocd_id ocd-vote/7: of ocd-vote/7 \\(1001, legislog.votes.v1 ocd-bill/1\\) and of ocd-vote/7 ` +
          `\\(1002, legislog.votes.v1 ocd-bill/2\\).*legislog parked drop ${lane!.topic} ${lane!.key} .*--restart`,
      ),
    ),
  })

  await dropParked(setting.database, lane!)
  await createEmpty(setting)
  await setting.database.query(
    `INSERT INTO control.parked_event
       (read_schema, topic, partition, "offset", key, code, error, headers, value, appended_at, parked_at, dropped_at)
     SELECT $1, topic, partition, "offset", key, code, error, headers, value, appended_at, parked_at, dropped_at
     FROM control.parked_event`,
    [LOADED],
  )
  await load(setting, endsOf(records))
  await index(setting)
  expect(await contentsOf(setting.database, LOADED)).toEqual(
    await contentsOf(setting.database, setting.read_schema),
  )
})
