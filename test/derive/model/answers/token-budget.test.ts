import { beforeEach, describe, expect, it } from 'vitest'
import { createTokenBudget } from '../../../../derive/model/answers/token-budget.ts'
import { createTestDatabase } from '../../../support/stores/database.ts'

const { database } = await createTestDatabase()
const now = new Date('2026-03-02T23:59:59.000Z')

beforeEach(async () => void (await database.query('TRUNCATE derive.model_day')))

describe('the token budget', () => {
  it('is never exceeded, however many processes reserve at once', async () => {
    const budget = createTokenBudget(database, 1_000)
    const reserved = await Promise.all(Array.from({ length: 20 }, () => budget.reserve(150, now)))
    expect(reserved.filter((one) => one !== undefined)).toHaveLength(6)
    expect(await budget.usedOn(now)).toBe(900)
  })

  it('refuses one request over the whole budget', async () => {
    expect(await createTokenBudget(database, 1_000).reserve(1_001, now)).toBeUndefined()
  })

  it('gets back what a request did not use, on the day on which it was reserved', async () => {
    const budget = createTokenBudget(database, 1_000)
    const reservation = await budget.reserve(800, now)
    const tomorrow = new Date('2026-03-03T00:00:01.000Z')
    expect(await budget.reserve(500, tomorrow)).toBeDefined()
    await budget.settle(reservation!, 300)
    expect([await budget.usedOn(now), await budget.usedOn(tomorrow)]).toEqual([300, 500])
  })

  it('counts a request that used more than was reserved', async () => {
    const budget = createTokenBudget(database, 1_000)
    await budget.settle((await budget.reserve(800, now))!, 1_500)
    expect(await budget.usedOn(now)).toBe(1_500)
    expect(await budget.reserve(1, now)).toBeUndefined()
  })

  it('has no limit if the limit is 0', async () => {
    const budget = createTokenBudget(database, 0)
    expect(await budget.reserve(10 ** 12, now)).toBeDefined()
  })
})
