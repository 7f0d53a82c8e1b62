import { beforeEach, describe, expect, it } from 'vitest'
import { ensureAccount } from '../../../api/accounts/accounts.ts'
import { deleteOldTombstones, requireRoom } from '../../../api/accounts/owned-rows.ts'
import { inTransaction } from '../../../runtime/postgres/postgres.ts'
import { createTestDatabase } from '../../support/stores/database.ts'

const { database } = await createTestDatabase()
const [mine, theirs] = [
  await ensureAccount(database, 'mine', 'free'),
  await ensureAccount(database, 'theirs', 'free'),
]
const room = { table: 'account.bill_sheet', most: 3, called: 'sheets' } as const

const insert = (accountId: number, removed: string | null = null) =>
  database.query(
    'INSERT INTO account.bill_sheet (account_id, name, removed_at) VALUES ($1, $2, now() - $3::interval)',
    [accountId, removed ?? 'live', removed],
  )
const namesOf = async (accountId: number) =>
  (
    await database.query<{ name: string }>(
      'SELECT name FROM account.bill_sheet WHERE account_id = $1 ORDER BY id',
      [accountId],
    )
  ).rows.map(({ name }) => name)

beforeEach(async () => {
  await database.query('DELETE FROM account.bill_sheet')
})

describe('the rows of an account', () => {
  it('never exceed their limit, however many requests come at once', async () => {
    await insert(theirs.id)
    await insert(mine.id, '1 day')
    const made = await Promise.allSettled(
      Array.from({ length: 8 }, () =>
        inTransaction(database, async (client) => {
          await requireRoom(client, mine.id, room)
          await client.query("INSERT INTO account.bill_sheet (account_id, name) VALUES ($1, 'live')", [
            mine.id,
          ])
        }),
      ),
    )
    const refused = made.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
    expect(refused).toHaveLength(5)
    expect(refused[0]).toMatchObject({
      status: 409,
      code: 'limit_reached',
      message: 'An account has at most 3 sheets: delete one first.',
    })
    expect(await namesOf(mine.id)).toEqual(['1 day', 'live', 'live', 'live'])
  })

  it('leave tombstones for 400 days, and until the last of them is over', async () => {
    for (const removed of [null, '1 day', '400 days 12 hours', '401 days 1 hour'])
      await insert(mine.id, removed)
    await insert(theirs.id, '500 days')
    await deleteOldTombstones(database, mine.id, 'account.bill_sheet')
    expect(await namesOf(mine.id)).toEqual(['live', '1 day', '400 days 12 hours'])
    expect(await namesOf(theirs.id)).toEqual(['500 days'])
  })
})
