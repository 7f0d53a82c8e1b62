import { describe, expect, it } from 'vitest'
import { ensureAccount } from '../../../api/accounts/accounts.ts'
import { buyCredits } from '../../../api/accounts/credits.ts'
import { readUsage } from '../../../api/accounts/usage.ts'
import { createLookupLedger } from '../../../api/lookup/lookup-ledger.ts'
import { createTestDatabase } from '../../support/stores/database.ts'

const { database } = await createTestDatabase({ database_pool: 20 })
const now = new Date('2026-11-30T12:00:00Z')
const december = new Date('2026-12-01T00:00:00Z')
const ledger = createLookupLedger(database)

const accountOf = async (name: string) => (await ensureAccount(database, name, 'free')).id
const ask = (account_id: number, cap: number, count: number, at = now) =>
  Array.from({ length: count }, () => ledger.reserve({ account_id, cap, now: at }))
const usedBy = async (account: number, at = now) => (await readUsage(database, account, at)).lookups
const pending = async () => {
  const { rows } = await database.query<{ count: number }>(
    'SELECT count(*) AS count FROM account.lookup_reservation',
  )
  return rows[0]!.count
}

describe('lookups that come at once', () => {
  it('of several accounts and months are each counted, reserved and billed once', async () => {
    const [one, other] = [await accountOf('one'), await accountOf('other')]
    const asked = [...ask(one, 50, 20), ...ask(other, 30, 10), ...ask(one, 50, 5, december)]
    const made = await Promise.all(asked)
    expect(new Set(made.map((reservation) => reservation!.id)).size).toBe(35)
    expect(await usedBy(one)).toBe(20)
    expect(await usedBy(one, december)).toBe(5)
    expect(await usedBy(other)).toBe(10)
    expect(made.slice(0, 20).map((reservation) => reservation!.left)).toEqual(
      Array.from({ length: 20 }, (_, index) => 49 - index),
    )
    expect(await pending()).toBe(35)
    const settled = await Promise.all([...made, made[3], made[20]].map((each) => ledger.settle(each!)))
    expect(settled.filter(Boolean)).toHaveLength(35)
    expect(await pending()).toBe(0)
    expect(await usedBy(one)).toBe(20)
  })

  it('are taken up to the cap, then from credits, and no further', async () => {
    const [poor, rich] = [await accountOf('poor'), await accountOf('rich')]
    await buyCredits(database, poor, 3, undefined)
    const made = await Promise.all([...ask(poor, 7, 40), ...ask(rich, 100, 40)])
    const paid = made.slice(0, 40).map((reservation) => reservation?.paid_from)
    expect(paid.filter((from) => from === 'allowance')).toHaveLength(7)
    expect(paid.filter((from) => from === 'credit')).toHaveLength(3)
    expect(made.slice(40).every((reservation) => reservation !== undefined)).toBe(true)
    expect(await usedBy(poor)).toBe(7)
    expect(await usedBy(rich)).toBe(40)
  })

  it('of an account with two caps, since its tier has changed, are each held to their own', async () => {
    const account = await accountOf('changed')
    const made = await Promise.all([...ask(account, 4, 3), ...ask(account, 6, 10), ...ask(account, 4, 3)])
    expect(made.filter((reservation) => reservation !== undefined).length).toBe(6)
    expect(await usedBy(account)).toBe(6)
  })

  it('do not fail because of one that Postgres refuses', async () => {
    const account = await accountOf('sound')
    const [first, refused, ...others] = [
      ...ask(account, 50, 1),
      ...ask(999_999, 50, 1),
      ...ask(account, 50, 5),
    ]
    await expect(refused).rejects.toThrow('foreign key')
    expect((await Promise.all([first, ...others])).every((reservation) => reservation !== undefined)).toBe(
      true,
    )
    expect(await usedBy(account)).toBe(6)
  })

  it('of two servers never go over the cap together, or block each other', async () => {
    const accounts = await Promise.all(['a', 'b', 'c', 'd'].map((name) => accountOf(`crossed ${name}`)))
    const servers = [createLookupLedger(database), createLookupLedger(database)]
    const made = await Promise.all(
      servers.flatMap((server, turn) =>
        Array.from({ length: 30 }, () => (turn === 0 ? accounts : accounts.toReversed()))
          .flat()
          .map((account_id) => server.reserve({ account_id, cap: 40, now })),
      ),
    )
    expect(made.filter((reservation) => reservation !== undefined)).toHaveLength(160)
    for (const account of accounts) expect(await usedBy(account)).toBe(40)
  })
})
