import type pg from 'pg'
import { beforeAll, describe, expect, it } from 'vitest'
import { borrow, type Database, withConnection, withSession } from '../../../runtime/postgres/postgres.ts'
import { isTransient } from '../../../runtime/postgres/transient.ts'
import { tryWithAdvisoryLock } from '../../../runtime/postgres/with-advisory-lock.ts'
import { sourcesWith } from '../../support/harness/sources-with.ts'
import { createTestDatabase } from '../../support/stores/database.ts'
import { endLockHolders } from '../../support/stores/lock-holders.ts'

const LOCK = 1
let database: Database

beforeAll(async () => {
  database = (await createTestDatabase()).database
})

async function pidOf(client: pg.PoolClient): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
  return rows[0]!.pid
}

/** Ends an idle connection, as a restart of Postgres does. */
async function end(client: pg.PoolClient): Promise<void> {
  const ended = new Promise((done) => client.once('end', done))
  await database.query('SELECT pg_terminate_backend($1)', [await pidOf(client)])
  await ended
}

describe('a borrowed connection that Postgres ends while it is idle', () => {
  const works = {
    withConnection: (work: (client: pg.PoolClient) => Promise<unknown>) => withConnection(database, work),
    withSession: (work: (client: pg.PoolClient) => Promise<unknown>) => withSession(database, work),
  }

  it.each(Object.entries(works))('fails the work of %s if the work uses it again', async (_, run) => {
    const failure = await run(async (client) => {
      await end(client)
      await client.query('SELECT 1')
    }).catch((error: unknown) => error)
    expect(isTransient(failure)).toBe(true)
    expect((await database.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }])
  })

  it.each(Object.entries(works))(
    'does not affect the work of %s if the work no longer needs it',
    async (_, run) => {
      expect(await run((client) => end(client).then(() => 'done'))).toBe('done')
      expect((await database.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }])
    },
  )

  it('is returned by its borrower like any other', async () => {
    const { client, giveBack } = await borrow(database)
    await end(client)
    giveBack(true)
    expect(await withConnection(database, pidOf)).toBeGreaterThan(0)
  })

  it('fails work under an advisory lock, and releases the lock to others', async () => {
    let works = 0
    const failed = tryWithAdvisoryLock(database, LOCK, async () => {
      works += 1
      expect(await endLockHolders(database)).toBe(1)
    })
    expect(isTransient(await failed.catch((error: unknown) => error))).toBe(true)
    const alone = await tryWithAdvisoryLock(database, LOCK, async () => {
      works += 1
      expect(await tryWithAdvisoryLock(database, LOCK, () => Promise.reject(new Error('not alone')))).toBe(
        false,
      )
    })
    expect([alone, works]).toEqual([true, 2])
  })
})

describe('a borrowed connection', () => {
  it('is reused after successful work, and closed after failed work', async () => {
    const pid = await withConnection(database, pidOf)
    expect(await withConnection(database, pidOf)).toBe(pid)
    const failing = withConnection(database, () => Promise.reject(new Error('failed')))
    await expect(failing).rejects.toThrow('failed')
    expect(await withConnection(database, pidOf)).not.toBe(pid)
    const session = await withSession(database, pidOf)
    expect(await withConnection(database, pidOf)).not.toBe(session)
  })

  it('of a session releases its locks when the work ends, even if it failed', async () => {
    const [lock, another] = [LOCK + 1, LOCK + 2]
    for (let round = 0; round < 30; round += 1) {
      const take = (client: pg.PoolClient) => client.query('SELECT pg_advisory_lock($1)', [lock])
      await withSession(database, take)
      const failing = withSession(database, async (client) => {
        await client.query('SELECT pg_advisory_lock($1)', [another])
        throw new Error('failed')
      })
      await expect(failing).rejects.toThrow('failed')
      const { rows } = await database.query<{ is_free: boolean }>(
        'SELECT pg_try_advisory_xact_lock($1) AND pg_try_advisory_xact_lock($2) AS is_free',
        [lock, another],
      )
      expect(rows).toEqual([{ is_free: true }])
    }
  })

  it('is taken from a pool in one place', () => {
    expect(sourcesWith(/\b(database|pool|reads)\.connect\(/)).toEqual(['runtime/postgres/postgres.ts'])
  })
})
