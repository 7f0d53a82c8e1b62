import { describe, expect, it } from 'vitest'
import { ensureAccount } from '../../../api/accounts/accounts.ts'
import { buyCredits } from '../../../api/accounts/credits.ts'
import { lookupsUsedUp, nextMonthOf, reserveLookup } from '../../../api/accounts/lookups.ts'
import { readUsage } from '../../../api/accounts/usage.ts'
import { createTestDatabase } from '../../support/stores/database.ts'

const { database } = await createTestDatabase({ database_pool: 20 })
const november = new Date('2026-11-30T23:59:59.900Z')
const december = new Date('2026-12-01T00:00:00Z')

const accountOf = async (name: string) => (await ensureAccount(database, name, 'free')).id
const reserveAtOnce = (account: number, cap: number, count: number, now = november) =>
  Promise.all(Array.from({ length: count }, () => reserveLookup(database, account, cap, now)))

const ledgerOf = async (account: number) => {
  const { rows } = await database.query<{ balance: number; sum: number }>(
    `SELECT b.balance, (SELECT sum(amount)::bigint FROM account.credit_entry WHERE account_id = $1) AS sum
     FROM account.credit_balance b WHERE b.account_id = $1`,
    [account],
  )
  return rows[0]
}

describe('the monthly cap of lookups', () => {
  it('holds when two hundred ask at once for the last hundred', async () => {
    const account = await accountOf('crowd')
    const made = await reserveAtOnce(account, 100, 200)
    expect(made.filter((one) => one !== undefined)).toHaveLength(100)
    expect((await readUsage(database, account, november)).lookups).toBe(100)
    expect(await reserveLookup(database, account, 100, november)).toBeUndefined()
  })

  it('holds while lookups that found nothing are given back by many at once', async () => {
    const account = await accountOf('givers')
    let billed = 0
    for (let round = 0; round < 5; round += 1) {
      const made = (await reserveAtOnce(account, 50, 80)).filter((one) => one !== undefined)
      const [kept, given] = [made.slice(0, 10), made.slice(10)]
      billed += kept.length
      await Promise.all(given.map((one) => one.release()))
      expect((await readUsage(database, account, november)).lookups).toBe(billed)
    }
    expect(billed).toBe(50)
    expect(await reserveLookup(database, account, 50, november)).toBeUndefined()
  })

  it('is given back once, into the month that it was taken from', async () => {
    const account = await accountOf('late')
    const reserved = await reserveLookup(database, account, 5, november)
    await reserveLookup(database, account, 5, december)
    await Promise.all([reserved!.release(), reserved!.release()])
    await reserved!.release()
    expect((await readUsage(database, account, november)).lookups).toBe(0)
    expect((await readUsage(database, account, december)).lookups).toBe(1)
  })

  it('begins anew with the month, in UTC', async () => {
    const account = await accountOf('monthly')
    expect(await reserveLookup(database, account, 1, november)).toBeDefined()
    expect(await reserveLookup(database, account, 1, november)).toBeUndefined()
    expect(await reserveLookup(database, account, 1, december)).toBeDefined()
    expect(nextMonthOf(november)).toEqual(december)
    expect(nextMonthOf(december)).toEqual(new Date('2027-01-01T00:00:00Z'))
  })

  it('of zero lets nothing through, and one that was lowered nothing more', async () => {
    const account = await accountOf('none')
    expect(await reserveLookup(database, account, 0, november)).toBeUndefined()
    await reserveAtOnce(account, 10, 3)
    expect(await reserveLookup(database, account, 2, november)).toBeUndefined()
    expect(await reserveLookup(database, account, 4, november)).toBeDefined()
  })

  it('is told with the time at which the next month begins', () => {
    const { status, code, extras } = lookupsUsedUp(1_000, november)
    expect({ status, code }).toEqual({ status: 429, code: 'monthly_lookup_cap' })
    expect(extras.headers).toEqual({ 'retry-after': '1' })
    expect(extras.members).toEqual({ 'violated-policies': ['lookups'] })
  })
})

describe('bought lookups', () => {
  it('are used after the allowance, each once, however many ask at once', async () => {
    const account = await accountOf('buyer')
    await buyCredits(database, account, 30, 'invoice 1')
    const made = (await reserveAtOnce(account, 20, 90)).filter((one) => one !== undefined)
    const paid = (from: string) => made.filter(({ paid_from }) => paid_from === from).length
    expect([paid('allowance'), paid('credit')]).toEqual([20, 30])
    expect(await readUsage(database, account, november)).toMatchObject({
      lookups: 20,
      balance: 0,
      bought: 30,
      spent: 30,
    })
    expect(await ledgerOf(account)).toEqual({ balance: 0, sum: 0 })
  })

  it('come back where a lookup found nothing, and never expire', async () => {
    const account = await accountOf('patient')
    await buyCredits(database, account, 2, undefined)
    const reserved = await reserveLookup(database, account, 0, november)
    expect(reserved?.paid_from).toBe('credit')
    await Promise.all([reserved!.release(), reserved!.release()])
    const later = new Date('2036-01-01T00:00:00Z')
    expect(await reserveAtOnce(account, 0, 3, later)).toHaveLength(3)
    expect(await readUsage(database, account, later)).toMatchObject({ balance: 0, bought: 2, spent: 2 })
    expect(await ledgerOf(account)).toEqual({ balance: 0, sum: 0 })
  })

  it('of one reference are credited once, whoever repeats it', async () => {
    const account = await accountOf('twice')
    const bought = await Promise.all(
      Array.from({ length: 8 }, () => buyCredits(database, account, 100, 'invoice 7')),
    )
    expect(bought.filter(({ is_new }) => is_new)).toHaveLength(1)
    expect(await ledgerOf(account)).toEqual({ balance: 100, sum: 100 })
    expect(await buyCredits(database, account, 100, 'invoice 7')).toEqual({ is_new: false, balance: 100 })
    const other = await accountOf('other')
    expect(await buyCredits(database, other, 5, 'invoice 7')).toEqual({ is_new: true, balance: 5 })
  })
})
