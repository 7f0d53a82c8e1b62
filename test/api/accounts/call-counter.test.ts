import { Registry } from 'prom-client'
import { describe, expect, it } from 'vitest'
import { ensureAccount } from '../../../api/accounts/accounts.ts'
import { createCallCounter } from '../../../api/accounts/call-counter.ts'
import { createLog } from '../../../runtime/log.ts'
import { createDatabase, type Database } from '../../../runtime/postgres/postgres.ts'
import { createManualClock } from '../../support/clocks/manual-clock.ts'
import { cleanUp } from '../../support/harness/clean-up.ts'
import { createTestDatabase } from '../../support/stores/database.ts'

const test = await createTestDatabase()
const { database } = test
const clock = createManualClock('2026-06-01T23:59:00Z')
const accountId = (await ensureAccount(database, 'counted', 'free')).id

function counterOn(to: Database) {
  const registry = new Registry()
  const log = createLog('test', 'silent')
  const counter = createCallCounter({ database: to, clock, log, registry, keep_days: 400 })
  cleanUp(() => counter.close())
  const count = (change: Partial<typeof counted> = {}) => {
    const { account_id, method, route, status, duration_ms } = { ...counted, ...change }
    counter.count(account_id, method, route, status, duration_ms)
  }
  return { ...counter, count, registry }
}

const counted = { account_id: accountId, method: 'GET', route: '/v1/bills', status: 200, duration_ms: 3 }

async function rowsOf(route: string) {
  const { rows } = await database.query(
    `SELECT day, status, requests, duration_ms, buckets FROM account.request_count
     WHERE route = $1 ORDER BY day, status`,
    [route],
  )
  return rows
}

describe('the call counter', () => {
  it('sums calls by day, route, status and duration', async () => {
    const counter = counterOn(database)
    for (const duration_ms of [1, 5, 6, 300, 60_000]) counter.count({ duration_ms, route: '/v1/a' })
    counter.count({ status: 404, route: '/v1/a' })
    clock.advance(120_000)
    counter.count({ route: '/v1/a' })
    await counter.flush()
    counter.count({ route: '/v1/a' })
    await counter.flush()
    await counter.flush()
    expect(await rowsOf('/v1/a')).toEqual([
      {
        day: '2026-06-01',
        status: 200,
        requests: 5,
        duration_ms: 60_312,
        buckets: [2, 1, 0, 0, 0, 0, 1, 0, 0, 0, 1],
      },
      {
        day: '2026-06-01',
        status: 404,
        requests: 1,
        duration_ms: 3,
        buckets: [1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
      },
      {
        day: '2026-06-02',
        status: 200,
        requests: 2,
        duration_ms: 6,
        buckets: [2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
      },
    ])
  })

  it('adds up the calls of several servers without loss or deadlock', async () => {
    const counters = Array.from({ length: 4 }, () => counterOn(database))
    await Promise.all(
      counters.map(async (counter, server) => {
        for (let round = 0; round < 10; round += 1) {
          const routes = Array.from({ length: 20 }, (_, place) => `/v1/shared/${(place * 7 + server) % 20}`)
          for (const route of routes) counter.count({ route })
          await counter.flush()
        }
      }),
    )
    const { rows } = await database.query(
      `SELECT count(*) AS routes, sum(requests)::bigint AS requests FROM account.request_count
       WHERE route LIKE '/v1/shared/%'`,
    )
    expect(rows).toEqual([{ routes: 20, requests: 800 }])
  })

  it('keeps calls in limited memory while Postgres is away, and writes them once', async () => {
    const away = createDatabase(test.settings, { url: 'postgres://nobody@127.0.0.1:1/nothing' })
    let reached: Database = away
    const changing = { query: (...statement: unknown[]) => Reflect.apply(reached.query, reached, statement) }
    const counter = counterOn(changing as unknown as Database)
    counter.count({ route: '/v1/away' })
    await expect(counter.flush()).rejects.toThrow()
    counter.count({ route: '/v1/away' })
    for (let place = 0; place < 25_000; place += 1) counter.count({ route: `/v1/away/${place}` })
    const metric = await counter.registry.getSingleMetricAsString('legislog_api_calls_uncounted_total')
    expect(metric).toContain('legislog_api_calls_uncounted_total 5001')
    reached = database
    await counter.flush()
    await counter.flush()
    await away.end()
    expect(await rowsOf('/v1/away')).toMatchObject([{ requests: 2 }])
  })

  it('counts the calls of others if one account no longer exists', async () => {
    const counter = counterOn(database)
    counter.count({ account_id: 9_999_999, route: '/v1/gone' })
    counter.count({ route: '/v1/there' })
    await counter.flush()
    expect(await rowsOf('/v1/gone')).toEqual([])
    expect(await rowsOf('/v1/there')).toMatchObject([{ requests: 1 }])
  })

  it('removes counts that are older than the configured number of days', async () => {
    const counter = counterOn(database)
    clock.set('2025-01-01T00:00:00Z')
    counter.count({ route: '/v1/kept' })
    clock.set('2025-01-02T00:00:00Z')
    counter.count({ route: '/v1/kept' })
    await counter.flush()
    clock.set('2026-02-06T12:00:00Z')
    await counter.removeOld()
    expect((await rowsOf('/v1/kept')).map(({ day }) => day)).toEqual(['2025-01-02'])
  })
})
