import { beforeAll, describe, expect, it } from 'vitest'
import { ensureAccount, issueToken } from '../../api/accounts/accounts.ts'
import { buyCredits } from '../../api/accounts/credits.ts'
import { startLookupSweep } from '../../api/accounts/lookup-sweep.ts'
import { RESERVED_MS } from '../../api/accounts/lookups.ts'
import { readUsage } from '../../api/accounts/usage.ts'
import { once } from '../../api/http/once.ts'
import { createLog } from '../../runtime/log.ts'
import type { Settings } from '../../runtime/settings/settings.ts'
import { freePort } from '../../stack/processes/port.ts'
import { createProjectedSchema } from '../support/api/projected-events.ts'
import { cleanUp } from '../support/harness/clean-up.ts'
import { eventually } from '../support/harness/eventually.ts'
import { startMain } from '../support/harness/main-process.ts'
import { createProjectedDatabase, type TestDatabase } from '../support/stores/database.ts'
import { createTestRedis } from '../support/stores/redis.ts'

let test: TestDatabase
let settings: Settings

beforeAll(async () => {
  test = await createProjectedDatabase()
  await createProjectedSchema(test)
  settings = { ...test.settings, redis_url: await createTestRedis() }
})

/** Keeps every lookup of other sessions waiting until the returned function is called. */
async function blockLookups(): Promise<() => Promise<void>> {
  const client = await test.database.connect()
  await client.query('BEGIN; LOCK TABLE geo.version IN ACCESS EXCLUSIVE MODE')
  const unblock = once(async () => {
    await client.query('ROLLBACK')
    client.release()
  })
  cleanUp(unblock)
  return unblock
}

const pending = async () => {
  const { rows } = await test.database.query<{ paid_from: string }>(
    'SELECT paid_from FROM account.lookup_reservation ORDER BY id',
  )
  return rows.map(({ paid_from }) => paid_from)
}

describe('an API that is killed in the middle of lookups', () => {
  it('bills none of them', async () => {
    const account = await ensureAccount(test.database, 'killed', 'free')
    await buyCredits(test.database, account.id, 5, undefined)
    const { token } = await issueToken(test.database, account, { scopes: ['find_your_rep'] })
    const port = await freePort()
    const { child, ended } = startMain(['api'], { ...settings, port, lookup_limits: 'free=2' })
    await eventually(async () => (await fetch(`http://127.0.0.1:${port}/healthz`)).ok)
    const unblock = await blockLookups()
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const base = `http://127.0.0.1:${port}/v1/representatives`
    const calls = [1, 2, 3].map((lat) => fetch(`${base}?lat=${lat}&lng=1`, { headers }))
    const body = JSON.stringify({ lookups: [{ lat: 4, lng: 1 }] })
    calls.push(fetch(`${base}/batch`, { method: 'POST', headers, body }))
    const failures = Promise.allSettled(calls)
    await eventually(async () => (await pending()).length === 4)
    expect((await pending()).toSorted()).toEqual(['allowance', 'allowance', 'credit', 'credit'])
    child.kill('SIGKILL')
    await ended
    expect((await failures).map(({ status }) => status)).toEqual(new Array(4).fill('rejected'))
    await unblock()

    const now = new Date()
    const usage = () => readUsage(test.database, account.id, now)
    expect(await usage()).toMatchObject({ lookups: 2, balance: 3 })
    const sweepAt = async (at: number) => {
      const ahead = { now: () => new Date(at) }
      const sweep = startLookupSweep({
        database: test.database,
        clock: ahead,
        log: createLog('test', 'silent'),
      })
      cleanUp(async () => sweep.close())
      return sweep.sweep()
    }
    // A host alone whose clock is ahead gives nothing back.
    expect(await sweepAt(now.getTime() + 2 * RESERVED_MS)).toBe(0)
    await test.database.query(
      `UPDATE account.lookup_reservation SET expires_at = expires_at - make_interval(secs => $1)`,
      [RESERVED_MS / 1_000],
    )
    expect(await sweepAt(Date.now())).toBe(4)
    expect(await usage()).toMatchObject({ lookups: 0, balance: 5, spent: 0 })
  })
})
