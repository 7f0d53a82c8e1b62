import { beforeEach, describe, expect, it } from 'vitest'
import { ensureAccount } from '../../../api/accounts/accounts.ts'
import { createAnswerBudget } from '../../../api/accounts/answer-budget.ts'
import { createTokenBudget } from '../../../derive/model/answers/token-budget.ts'
import { createTestDatabase } from '../../support/stores/database.ts'

const { database } = await createTestDatabase()
const now = new Date('2026-03-02T12:00:00.000Z')
const [mine, theirs] = [
  await ensureAccount(database, 'mine', 'free'),
  await ensureAccount(database, 'theirs', 'free'),
]
const budgetOf = ({ id }: typeof mine, of_all_per_day = 10_000) =>
  createAnswerBudget(database, id, { per_day: 1_000, of_all_per_day })

beforeEach(async () => {
  await database.query('TRUNCATE derive.model_day, account.answer_day')
})

describe('the tokens of an account for answers', () => {
  it('are never exceeded, however many requests come at once, and no other account loses any', async () => {
    const budget = budgetOf(mine)
    const reserved = await Promise.all(Array.from({ length: 20 }, () => budget.reserve(150, now)))
    expect(reserved.filter((one) => one !== undefined)).toHaveLength(6)
    expect(await budget.usedOn(now)).toBe(900)
    expect(await budgetOf(theirs).reserve(1_000, now)).toBeDefined()
  })

  it('count in the tokens of all processes', async () => {
    await budgetOf(mine).reserve(400, now)
    expect(await createTokenBudget(database, 0).usedOn(now)).toBe(400)
  })

  it('are given back if all processes have none left', async () => {
    expect(await budgetOf(mine, 300).reserve(400, now)).toBeUndefined()
    expect(await budgetOf(mine).usedOn(now)).toBe(0)
  })

  it('are those that the request used, when it ends', async () => {
    const budget = budgetOf(mine)
    await budget.settle((await budget.reserve(800, now))!, 300)
    expect(await budget.usedOn(now)).toBe(300)
    expect(await createTokenBudget(database, 0).usedOn(now)).toBe(300)
  })

  it('are full again on the next day', async () => {
    const budget = budgetOf(mine)
    await budget.reserve(1_000, now)
    expect(await budget.reserve(1, now)).toBeUndefined()
    expect(await budget.reserve(1_000, new Date('2026-03-03T00:00:00.000Z'))).toBeDefined()
  })
})
