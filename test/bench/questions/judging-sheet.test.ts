import { describe, expect, it } from 'vitest'
import {
  judgmentsOf,
  mergedJudgments,
  POOL_DEPTH,
  pooledBills,
  type SheetBill,
} from '../../../bench/questions/judging-sheet.ts'

const bills = (name: string) => Array.from({ length: 30 }, (_, index) => `${name} ${index}`)

describe('the pool of a question', () => {
  it('has the first bills of each method once, in an order that no method decides', () => {
    const [words, vectors] = [bills('a'), [...bills('a').slice(0, 5), ...bills('b')]]
    const pool = pooledBills([words, vectors], new Set(), 'seed')
    expect([...pool].sort()).toEqual(
      [...words.slice(0, POOL_DEPTH), ...bills('b').slice(0, POOL_DEPTH - 5)].sort(),
    )
    expect(pooledBills([vectors, words], new Set(), 'seed')).toEqual(pool)
    expect(pooledBills([words, vectors], new Set(), 'other')).not.toEqual(pool)
  })

  it('has no bill that is judged', () => {
    expect(pooledBills([['a', 'b']], new Set(['a']), 'seed')).toEqual(['b'])
  })
})

const onSheet = (bill: string, relevance: unknown): SheetBill => ({
  bill,
  title: 'Title',
  subjects: [],
  abstract: '',
  relevance: relevance as SheetBill['relevance'],
})

describe('the judgments of a sheet', () => {
  it('are those that the judge has made', () => {
    const sheet = [{ id: 7, question: 'q', bills: [onSheet('a', 2), onSheet('b', null), onSheet('c', 0)] }]
    expect(judgmentsOf(sheet)).toEqual([
      { question: 7, bill: 'a', relevance: 2 },
      { question: 7, bill: 'c', relevance: 0 },
    ])
  })

  it('are refused if a relevance is unknown', () => {
    expect(() => judgmentsOf([{ id: 7, question: 'q', bills: [onSheet('a', 3)] }])).toThrow(
      'relevance of a for question 7 is 3; it must be 0, 1, 2 or null',
    )
  })

  it('are added in order, and never changed', () => {
    const recorded = [{ question: 2, bill: 'a', relevance: 1 }] as const
    const added = [{ question: 1, bill: 'b', relevance: 2 }] as const
    expect(mergedJudgments(recorded, [...added, ...recorded])).toEqual([...added, ...recorded])
    expect(() => mergedJudgments(recorded, [{ question: 2, bill: 'a', relevance: 0 }])).toThrow(
      'a for question 2 is already judged 1, not 0',
    )
  })
})
