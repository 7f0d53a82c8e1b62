import { expect, it } from 'vitest'
import { meanOf, measure } from '../../../bench/questions/measures.ts'

const ten = Array.from({ length: 10 }, (_, index) => `other ${index}`)

it('a ranking with all relevant bills first has the highest measures', () => {
  const relevance = new Map([
    ['a', 2],
    ['b', 1],
  ])
  expect(measure(['a', 'b', ...ten], relevance)).toEqual({ recall_10: 1, ndcg_10: 1, hit_1: 1 })
  const turned = measure(['b', 'a', ...ten], relevance)
  expect(turned).toMatchObject({ recall_10: 1, hit_1: 1 })
  expect(turned.ndcg_10).toBeCloseTo((1 + 2 / Math.log2(3)) / (2 + 1 / Math.log2(3)))
})

it('bills after the tenth do not count', () => {
  expect(measure([...ten, 'a'], new Map([['a', 1]]))).toEqual({ recall_10: 0, ndcg_10: 0, hit_1: 0 })
})

it('ten relevant bills are enough, if there are more', () => {
  const relevance = new Map([...ten, 'more'].map((bill) => [bill, 1]))
  expect(measure(ten, relevance).recall_10).toBe(1)
})

it('means are over questions', () => {
  const one = { recall_10: 1, ndcg_10: 0.5, hit_1: 1 }
  expect(meanOf([one, { recall_10: 0, ndcg_10: 0, hit_1: 0 }])).toEqual({
    recall_10: 0.5,
    ndcg_10: 0.25,
    hit_1: 0.5,
  })
})
