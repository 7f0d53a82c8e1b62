import { beforeAll, describe, expect, it } from 'vitest'
import { createTables } from '../../../projections/read-model/table.ts'
import { ensureReadSchema, listReadSchemas } from '../../../projections/read-schemas/read-schema.ts'
import {
  followReadSchemas,
  type ReadSchemaFollower,
} from '../../../projections/service/follow-read-schemas.ts'
import { readTables } from '../../../projections/tables/read-tables.ts'
import { systemClock } from '../../../runtime/clock.ts'
import { createKafka } from '../../../runtime/kafka/client/kafka-client.ts'
import { createLog } from '../../../runtime/log.ts'
import { createMetrics } from '../../../runtime/metrics.ts'
import { cleanUp } from '../../support/harness/clean-up.ts'
import { eventually } from '../../support/harness/eventually.ts'
import { createWholeService, type WholeService } from '../../support/service/whole-service.ts'

let service: WholeService
const followings: ReadSchemaFollower[] = []

beforeAll(async () => {
  service = await createWholeService()
  service.startRelay()
  for (const _ of [1, 2]) followings.push(follow())
  await service.ingestSample()
  await service.caughtUp()
})

function follow(): ReadSchemaFollower {
  const { settings, database, codec } = service
  const following = followReadSchemas({
    settings,
    database,
    codec,
    clock: systemClock,
    metrics: createMetrics(),
    kafka: createKafka(settings, 'legislog-test'),
    log: createLog('test', settings.log_level),
  })
  cleanUp(() => following.stop())
  return following
}

const query = (text: string) => service.database.query(text)
const pointing = (name: string) =>
  `UPDATE control.read_schema SET is_live = false WHERE is_live;
   UPDATE control.read_schema SET is_live = true WHERE name = '${name}'`
const schema = (name: string) =>
  followings[0]!.health().read_schemas.find(({ read_schema }) => read_schema === name)

describe('the projectors of two processes', () => {
  it('update a read schema within seconds after it was created', async () => {
    await ensureReadSchema(service.database, service.settings, 'read_0002')
    await service.caughtUp('read_0002')
    expect(await service.verify('read_0002')).toMatchObject({ is_equal: true })
    await eventually(() => followings.every((one) => one.health().is_ready))
  })

  it('skip a read schema with tables of another version, and continue with the others', async () => {
    const tables = createTables('read_0003', readTables).join(';')
    await query(
      `CREATE SCHEMA read_0003; ${tables}; ALTER TABLE read_0003.bills ADD COLUMN of_newer_code text NOT NULL;
       INSERT INTO control.read_schema (name) VALUES ('read_0003')`,
    )
    await eventually(() => schema('read_0003')?.error?.includes('has bills.of_newer_code besides'), {
      timeout_ms: 25_000,
    })
    expect(followings.map((one) => one.health().is_ready)).toEqual([true, true])
  })

  it('skip a read schema that other code builds while they run', async () => {
    await ensureReadSchema(service.database, service.settings, 'read_0004')
    await query("UPDATE control.read_schema SET state = 'building' WHERE name = 'read_0004'")
    await eventually(() => schema('read_0004') === undefined)
    await query(
      "UPDATE control.read_schema SET state = 'projecting', code = 'newer' WHERE name = 'read_0004'",
    )
    await eventually(() => schema('read_0004')?.error?.includes('was made by other code'), {
      timeout_ms: 25_000,
    })
    expect(followings.map((one) => one.health().is_ready)).toEqual([true, true])
  })

  it('skip it too if they are started while it waits, and when it is live', async () => {
    const restarted = follow()
    const seen = () => restarted.health().read_schemas.find(({ read_schema }) => read_schema === 'read_0004')
    await eventually(() => restarted.health().is_ready)
    await eventually(() => seen()?.error?.includes('was made by other code'))
    await query(pointing('read_0004'))
    await eventually(() => seen()?.is_live)
    await eventually(() => seen()?.error?.includes('restart it to follow'))
    const { rows } = await query(
      "SELECT FROM control.position WHERE read_schema = 'read_0004' AND owner IS NOT NULL",
    )
    expect(rows).toEqual([])
    const later = follow()
    await eventually(() => later.health().is_ready)
    await query(
      `${pointing('read_0001')}; UPDATE control.read_schema SET state = 'building' WHERE name = 'read_0004'`,
    )
    await Promise.all([restarted.stop(), later.stop()])
  })

  it('stop following a frozen read schema', async () => {
    await query("UPDATE control.read_schema SET state = 'frozen' WHERE name = 'read_0002'")
    await eventually(() => schema('read_0002') === undefined)
  })

  it('drop expired read schemas, but never the live one', async () => {
    await query(
      "UPDATE control.read_schema SET keep_until = now() - interval '1 second', state = 'projecting'",
    )
    await eventually(async () => (await listReadSchemas(service.database)).length === 1, {
      timeout_ms: 25_000,
    })
    expect(await listReadSchemas(service.database)).toMatchObject([{ name: 'read_0001', is_live: true }])
    const { rows } = await query("SELECT nspname FROM pg_catalog.pg_namespace WHERE nspname LIKE 'read\\_%'")
    expect(rows).toEqual([{ nspname: 'read_0001' }])
    expect(await service.verify()).toMatchObject({ is_equal: true })
  })
})
