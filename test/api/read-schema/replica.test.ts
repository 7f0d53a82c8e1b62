import { beforeAll, describe, expect, it } from 'vitest'
import { ensureAccount, issueToken } from '../../../api/accounts/accounts.ts'
import { buildServer } from '../../../api/server.ts'
import { ensureReadSchema } from '../../../projections/read-schemas/read-schema.ts'
import { advanceWatermark } from '../../../projections/watermark/watermark.ts'
import { createEventCodec } from '../../../runtime/events/event-codec.ts'
import type { LogRecord } from '../../../runtime/kafka/records/log-record.ts'
import { createLog } from '../../../runtime/log.ts'
import { createDatabase, type Database } from '../../../runtime/postgres/postgres.ts'
import { createRedis } from '../../../runtime/redis.ts'
import { billContext, billEntity, core } from '../../legislature/event-bodies.ts'
import { LogBuilder } from '../../legislature/log-builder.ts'
import { encodeLog, knowSchemas } from '../../projections/support/log-source.ts'
import { project, type Setting } from '../../projections/support/projecting.ts'
import { cleanUp } from '../../support/harness/clean-up.ts'
import { testSettings } from '../../support/harness/settings.ts'
import {
  createReplicatedPostgres,
  type ReplicatedPostgres,
  replicatingPrograms,
} from '../../support/servers/replicated-postgres.ts'
import { createTestRedis } from '../../support/stores/redis.ts'

const BILLS = 6
const programs = await replicatingPrograms()

let stores: ReplicatedPostgres
let setting: Setting
let database: Database
let records: LogRecord[]
let token: string
type Page = { status: number; ids: number[]; next: string | null; through: string }
type Api = {
  page(query: string): Promise<Page>
  issue(): Promise<number>
  ready(): Promise<number>
}
let fresh: Api
let lagging: Api

/** Opens an API that reads its rows from `reads` and its accounts from the primary. */
async function openApi(reads: Database, redisUrl: string): Promise<Api> {
  const settings = { ...setting.settings, redis_url: redisUrl }
  const redis = createRedis(settings, { for: 'limits' })
  const app = await buildServer({ settings, database, reads, redis, log: createLog('test', 'silent') })
  cleanUp(async () => {
    await app.close()
    redis.disconnect()
  })
  const headers = { authorization: `Bearer ${token}` }
  return {
    async page(query) {
      const answer = await app.inject({ url: `/v1/bills?${query}`, headers })
      const { data = [], next_cursor = null } = answer.json() as {
        data?: { id: number }[]
        next_cursor?: string | null
      }
      const through = String(answer.headers['x-sync-through'])
      return {
        status: answer.statusCode,
        ids: data.map(({ id }) => id).toSorted(),
        next: next_cursor,
        through,
      }
    },
    async issue() {
      const answer = await app.inject({ method: 'POST', url: '/v1/tokens', headers, payload: {} })
      return answer.statusCode
    },
    ready: async () => (await app.inject({ url: '/readyz' })).statusCode,
  }
}

const open = (url: string, settings: Setting['settings']): Database => {
  const pool = createDatabase(settings, { url })
  cleanUp(() => pool.end())
  return pool
}

/** Projects the log up to the given number of bills, and moves the watermark. */
async function projectTo(bills: number): Promise<void> {
  // The stamps are from now, like those of a relay.
  const now = new Date()
  const ceRecordedtime = now.toISOString().replace('Z', '000Z')
  const stamped = records.map((record) => ({
    ...record,
    headers: { ...record.headers, ce_recordedtime: ceRecordedtime },
    appended_at: now.getTime(),
  }))
  await project(setting, stamped.slice(0, bills))
  await advanceWatermark(database, setting.read_schema)
}

describe.skipIf(programs === undefined)('an API that reads from a streaming replica', () => {
  beforeAll(async () => {
    stores = await createReplicatedPostgres(programs!)
    const settings = testSettings({ database_url: stores.url, log_level: 'silent' })
    database = open(stores.url, settings)
    await knowSchemas(database)
    const codec = await createEventCodec(settings, database)
    setting = { database, settings, codec, read_schema: await ensureReadSchema(database, settings) }
    const log = new LogBuilder()
    for (let id = 1; id <= BILLS; id++) {
      const bill = billEntity(id)
      log.add('bill.introduced', bill.ocd_id, { ...bill, bill: billContext(bill), core: core(`HB ${id}`) })
    }
    records = await encodeLog(log.logged, codec)
    const account = await ensureAccount(database, 'test', 'enterprise')
    token = (await issueToken(database, account, { scopes: ['read', 'admin'] })).token
    const redisUrl = await createTestRedis()
    fresh = await openApi(database, redisUrl)
    lagging = await openApi(open(stores.replica_url, settings), redisUrl)
  })

  it('returns the rows of the replica, reports them in X-Sync-Through, and skips nothing', async () => {
    await projectTo(3)
    await stores.caughtUp()
    const first = await lagging.page('updated_since=1970-01-01')
    expect(first).toMatchObject({ status: 200, ids: [1, 2, 3] })

    await stores.pause()
    await projectTo(BILLS)
    const ahead = await fresh.page('updated_since=1970-01-01')
    expect(ahead.ids).toHaveLength(BILLS)
    const behind = await lagging.page('updated_since=1970-01-01')
    expect(behind).toMatchObject({ ids: [1, 2, 3], through: first.through })
    expect(behind.through < ahead.through).toBe(true)

    // A walk from the primary to the replica ends at the lower watermark, so that it skips nothing.
    const one = await fresh.page('updated_since=1970-01-01&limit=2')
    const two = await lagging.page(`updated_since=1970-01-01&limit=2&cursor=${one.next}`)
    expect([...one.ids, ...two.ids].toSorted()).toEqual([1, 2, 3])
    expect(two).toMatchObject({ next: null, through: first.through })

    await stores.resume()
    await stores.caughtUp()
    const rest = await lagging.page(`updated_since=${two.through}`)
    expect(rest).toMatchObject({ ids: [4, 5, 6], through: ahead.through })
  })

  it('is ready without the primary, and creates tokens on the primary', async () => {
    expect(await lagging.ready()).toBe(200)
    await stores.pause()
    expect(await lagging.issue()).toBe(201)
    await stores.resume()
  })
})
