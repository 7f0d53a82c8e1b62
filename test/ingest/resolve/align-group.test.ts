import { describe, expect, it } from 'vitest'
import { alignGroup, type Candidate } from '../../../ingest/resolve/align-group.ts'
import { toArrival } from '../../../ingest/resolve/arrival.ts'
import { bill, vote } from '../../support/builders/observations.ts'

const KEY = bill('HB 1').key
const one = (title: string, discriminator: string | null = null) =>
  toArrival(bill('HB 1', { title }, { discriminator }))
const held = (natural_key: string, discriminator: string | null, hash: string | null): Candidate => ({
  entity_id: 1,
  natural_key,
  discriminators: discriminator === null ? [] : [discriminator],
  hashes: hash === null ? [] : [hash],
})

describe('observations that share one natural key', () => {
  it('gives a single one the key itself', () => {
    expect(alignGroup([one('A', 'https://a')], [])).toEqual([KEY])
  })

  it('finds a single one again whatever its address has become', () => {
    expect(alignGroup([one('A', 'https://b')], [held(KEY, 'https://a', 'x')])).toEqual([KEY])
  })

  it('mints a variant named by the address for the second, in whatever order they are listed', () => {
    const [a, b] = [one('A', 'https://a'), one('B', 'https://b')]
    const keys = [KEY, `${KEY}|https://b`]
    expect(alignGroup([a, b], [])).toEqual(keys)
    expect(alignGroup([b, a], [])).toEqual(keys.toReversed())
  })

  it('finds each again by its address though all its content changed', () => {
    const candidates = [held(KEY, 'https://a', 'x'), held(`${KEY}|https://b`, 'https://b', 'y')]
    expect(alignGroup([one('B2', 'https://b'), one('A2', 'https://a')], candidates)).toEqual([
      `${KEY}|https://b`,
      KEY,
    ])
    expect(alignGroup([one('B3', 'https://b')], candidates)).toEqual([`${KEY}|https://b`])
  })

  it('finds those without an address again by their content, and a corrected one by what is left', () => {
    const votes = [1, 2, 3].map((yes) =>
      toArrival(vote('HB 1', 'x', { counts: [{ option: 'yes', value: yes }] })),
    )
    const keys = alignGroup(votes, [])
    const candidates = keys.map((key, index) => held(key, null, votes[index]!.hash))
    const corrected = toArrival(vote('HB 1', 'x', { counts: [{ option: 'yes', value: 9 }] }))
    expect(new Set(keys).size).toBe(3)
    expect(alignGroup([votes[2]!, corrected, votes[0]!], candidates)).toEqual([keys[2], keys[1], keys[0]])
  })

  it('finds one that another source told by its address in the key', () => {
    const candidates = [held(KEY, null, null), held(`${KEY}|https://b`, null, null)]
    expect(alignGroup([one('B', 'https://b')], candidates)).toEqual([`${KEY}|https://b`])
    expect(alignGroup([one('B', 'https://b'), one('A', 'https://a')], candidates)).toEqual([
      `${KEY}|https://b`,
      KEY,
    ])
  })

  it('keeps two that are equal in all apart', () => {
    const keys = alignGroup([one('A'), one('A')], [])
    expect(new Set(keys).size).toBe(2)
    const candidates = keys.map((key) => held(key, null, one('A').hash))
    expect(new Set(alignGroup([one('A'), one('A')], candidates))).toEqual(new Set(keys))
  })

  it('mints one more where one more is listed, and moves none', () => {
    const keys = alignGroup([one('B', 'https://b')], [])
    const candidates = [held(keys[0]!, 'https://b', one('B', 'https://b').hash)]
    expect(alignGroup([one('A', 'https://a'), one('B', 'https://b')], candidates)).toEqual([
      `${KEY}|https://a`,
      KEY,
    ])
  })
})
