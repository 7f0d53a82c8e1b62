import { describe, expect, it } from 'vitest'
import { ensureAccount } from '../../../api/accounts/accounts.ts'
import { buyCredits } from '../../../api/accounts/credits.ts'
import {
  lookupPolicies,
  lookupsUsedUp,
  nextMonthOf,
  RESERVED_MS,
  type Reservation,
  releaseLookup,
  reserveLookup,
  settleLookup,
  sweepLookups,
} from '../../../api/accounts/lookups.ts'
import { readUsage } from '../../../api/accounts/usage.ts'
import { createTestDatabase } from '../../support/stores/database.ts'

const { database } = await createTestDatabase({ database_pool: 20 })
const november = new Date('2026-11-30T23:59:59.900Z')
const december = new Date('2026-12-01T00:00:00Z')

const accountOf = async (name: string) => (await ensureAccount(database, name, 'free')).id
const reserveAtOnce = (account: number, cap: number, count: number, now = november) =>
  Promise.all(Array.from({ length: count }, () => reserveLookup(database, account, cap, now)))

/** How many of five attempts gave it back. */
const releasedAtOnce = async (reservation: Reservation) => {
  const given = await Promise.all(Array.from({ length: 5 }, () => releaseLookup(database, reservation)))
  return given.filter(Boolean).length
}
const pending = async () => {
  const { rows } = await database.query<{ count: number }>(
    'SELECT count(*) AS count FROM account.lookup_reservation',
  )
  return rows[0]!.count
}

const ledgerOf = async (account: number) => {
  const { rows } = await database.query<{ balance: number; sum: number }>(
    `SELECT b.balance, (SELECT sum(amount)::bigint FROM account.credit_entry WHERE account_id = $1) AS sum
     FROM account.credit_balance b WHERE b.account_id = $1`,
    [account],
  )
  return rows[0]
}

describe('the monthly cap of lookups', () => {
  it('is never exceeded when two hundred lookups are reserved at once', async () => {
    const account = await accountOf('crowd')
    const made = await reserveAtOnce(account, 100, 200)
    expect(made.filter((one) => one !== undefined)).toHaveLength(100)
    expect((await readUsage(database, account, november)).lookups).toBe(100)
    expect(await reserveLookup(database, account, 100, november)).toBeUndefined()
  })

  it('is never exceeded while many lookups without a result are returned at once', async () => {
    const account = await accountOf('givers')
    let billed = 0
    for (let round = 0; round < 5; round += 1) {
      const made = (await reserveAtOnce(account, 50, 80)).filter((one) => one !== undefined)
      const [kept, given] = [made.slice(0, 10), made.slice(10)]
      billed += kept.length
      await Promise.all(given.map((one) => releaseLookup(database, one)))
      await Promise.all(kept.map((one) => settleLookup(database, one)))
      expect((await readUsage(database, account, november)).lookups).toBe(billed)
    }
    expect(billed).toBe(50)
    expect(await reserveLookup(database, account, 50, november)).toBeUndefined()
  })

  it('is credited once for a returned lookup, in the month in which it was used', async () => {
    const account = await accountOf('late')
    const reserved = await reserveLookup(database, account, 5, november)
    await reserveLookup(database, account, 5, december)
    expect(await releasedAtOnce(reserved!)).toBe(1)
    expect(await releaseLookup(database, reserved!)).toBe(false)
    expect((await readUsage(database, account, november)).lookups).toBe(0)
    expect((await readUsage(database, account, december)).lookups).toBe(1)
  })

  it('starts again with each month, in UTC', async () => {
    const account = await accountOf('monthly')
    expect(await reserveLookup(database, account, 1, november)).toBeDefined()
    expect(await reserveLookup(database, account, 1, november)).toBeUndefined()
    expect(await reserveLookup(database, account, 1, december)).toBeDefined()
    expect(nextMonthOf(november)).toEqual(december)
    expect(nextMonthOf(december)).toEqual(new Date('2027-01-01T00:00:00Z'))
  })

  it('allows no lookup if it is zero or was lowered below the used number', async () => {
    const account = await accountOf('none')
    expect(await reserveLookup(database, account, 0, november)).toBeUndefined()
    await reserveAtOnce(account, 10, 3)
    expect(await reserveLookup(database, account, 2, november)).toBeUndefined()
    expect(await reserveLookup(database, account, 4, november)).toBeDefined()
  })

  it('is reported with the time until the next month', () => {
    const { status, code, extras } = lookupsUsedUp(1_000, november)
    expect({ status, code }).toEqual({ status: 429, code: 'monthly_lookup_cap' })
    expect(extras.headers).toEqual({ 'retry-after': '1' })
    expect(extras.members).toEqual({ 'violated-policies': ['lookups'] })
  })
})

describe('bought lookups', () => {
  it('are used after the allowance, each once, however many requests arrive at once', async () => {
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

  it('are returned if a lookup found nothing, and never expire', async () => {
    const account = await accountOf('patient')
    await buyCredits(database, account, 2, undefined)
    const reserved = await reserveLookup(database, account, 0, november)
    expect(reserved?.paid_from).toBe('credit')
    expect(await releasedAtOnce(reserved!)).toBe(1)
    const later = new Date('2036-01-01T00:00:00Z')
    expect(await reserveAtOnce(account, 0, 3, later)).toHaveLength(3)
    expect(await readUsage(database, account, later)).toMatchObject({ balance: 0, bought: 2, spent: 2 })
    expect(await ledgerOf(account)).toEqual({ balance: 0, sum: 0 })
  })

  it('with one reference are credited once, even if the purchase is repeated', async () => {
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

describe('a reservation', () => {
  const later = (ms: number) => new Date(november.getTime() + ms)

  it('says how many lookups are left, with bought ones', async () => {
    const account = await accountOf('shown')
    await buyCredits(database, account, 2, undefined)
    const left: (number | undefined)[] = []
    for (let turn = 0; turn < 5; turn += 1)
      left.push((await reserveLookup(database, account, 2, november))?.left)
    expect(left).toEqual([3, 2, 1, 0, undefined])
    expect(lookupPolicies(1_000, 7, november)).toEqual({
      policy: '"lookups";q=1000;w=2592000',
      state: '"lookups";r=7;t=1',
      reset_s: 1,
    })
  })

  it('counts as used until it is given back, and for good once it is billed', async () => {
    const account = await accountOf('settled')
    const [one, two] = await reserveAtOnce(account, 2, 2)
    expect(await readUsage(database, account, november)).toMatchObject({ lookups: 2 })
    expect(await settleLookup(database, one!)).toBe(true)
    expect(await settleLookup(database, one!)).toBe(false)
    expect(await releaseLookup(database, one!)).toBe(false)
    expect(await releaseLookup(database, two!)).toBe(true)
    expect(await settleLookup(database, two!)).toBe(false)
    expect(await readUsage(database, account, november)).toMatchObject({ lookups: 1 })
  })

  it('is either billed or given back, when both are tried at once', async () => {
    const account = await accountOf('contested')
    const made = (await reserveAtOnce(account, 40, 40)).filter((one) => one !== undefined)
    const billed = await Promise.all(
      made.map(async (one) => {
        const [settled, released] = await Promise.all([
          settleLookup(database, one),
          releaseLookup(database, one),
        ])
        expect(settled).toBe(!released)
        return settled
      }),
    )
    expect((await readUsage(database, account, november)).lookups).toBe(billed.filter(Boolean).length)
  })

  it('is given back after it has expired, once, from the allowance and from credits', async () => {
    await database.query('DELETE FROM account.lookup_reservation')
    const account = await accountOf('crashed')
    await buyCredits(database, account, 3, undefined)
    await reserveAtOnce(account, 2, 4)
    await sweepLookups(database, later(RESERVED_MS - 1))
    expect(await readUsage(database, account, november)).toMatchObject({ lookups: 2, balance: 1, spent: 2 })
    await reserveLookup(database, account, 2, later(1_000))
    const swept = await Promise.all([
      sweepLookups(database, later(RESERVED_MS)),
      sweepLookups(database, later(RESERVED_MS)),
    ])
    expect(swept[0]! + swept[1]!).toBe(4)
    expect(await readUsage(database, account, november)).toMatchObject({ lookups: 0, balance: 3, spent: 0 })
    // The one of December has not expired.
    expect(await pending()).toBe(1)
    expect((await readUsage(database, account, december)).lookups).toBe(1)
    expect(await ledgerOf(account)).toEqual({ balance: 3, sum: 3 })
  })
})
