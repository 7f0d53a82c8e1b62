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

describe('the alignment of observations with one natural key', () => {
  it('gives the key itself to a single observation', () => {
    expect(alignGroup([one('A', 'https://a')], [])).toEqual([KEY])
  })

  it('matches a single observation again, even if its address changed', () => {
    expect(alignGroup([one('A', 'https://b')], [held(KEY, 'https://a', 'x')])).toEqual([KEY])
  })

  it('mints a variant key with the address for the second one, in any order', () => {
    const [a, b] = [one('A', 'https://a'), one('B', 'https://b')]
    const keys = [KEY, `${KEY}|https://b`]
    expect(alignGroup([a, b], [])).toEqual(keys)
    expect(alignGroup([b, a], [])).toEqual(keys.toReversed())
  })

  it('matches each by its address, even if all its content changed', () => {
    const candidates = [held(KEY, 'https://a', 'x'), held(`${KEY}|https://b`, 'https://b', 'y')]
    expect(alignGroup([one('B2', 'https://b'), one('A2', 'https://a')], candidates)).toEqual([
      `${KEY}|https://b`,
      KEY,
    ])
    expect(alignGroup([one('B3', 'https://b')], candidates)).toEqual([`${KEY}|https://b`])
  })

  it('matches those without an address by their content, and a corrected one by elimination', () => {
    const votes = [1, 2, 3].map((yes) =>
      toArrival(vote('HB 1', 'x', { counts: [{ option: 'yes', value: yes }] })),
    )
    const keys = alignGroup(votes, [])
    const candidates = keys.map((key, index) => held(key, null, votes[index]!.hash))
    const corrected = toArrival(vote('HB 1', 'x', { counts: [{ option: 'yes', value: 9 }] }))
    expect(new Set(keys).size).toBe(3)
    expect(alignGroup([votes[2]!, corrected, votes[0]!], candidates)).toEqual([keys[2], keys[1], keys[0]])
  })

  it('matches one from another source by the address in its key', () => {
    const candidates = [held(KEY, null, null), held(`${KEY}|https://b`, null, null)]
    expect(alignGroup([one('B', 'https://b')], candidates)).toEqual([`${KEY}|https://b`])
    expect(alignGroup([one('B', 'https://b'), one('A', 'https://a')], candidates)).toEqual([
      `${KEY}|https://b`,
      KEY,
    ])
  })

  it('keeps two equal observations separate', () => {
    const keys = alignGroup([one('A'), one('A')], [])
    expect(new Set(keys).size).toBe(2)
    const candidates = keys.map((key) => held(key, null, one('A').hash))
    expect(new Set(alignGroup([one('A'), one('A')], candidates))).toEqual(new Set(keys))
  })

  it('mints one more key for an additional observation, and moves none', () => {
    const keys = alignGroup([one('B', 'https://b')], [])
    const candidates = [held(keys[0]!, 'https://b', one('B', 'https://b').hash)]
    expect(alignGroup([one('A', 'https://a'), one('B', 'https://b')], candidates)).toEqual([
      `${KEY}|https://a`,
      KEY,
    ])
  })
})
