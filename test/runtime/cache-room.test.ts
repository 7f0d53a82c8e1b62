import { LRUCache } from 'lru-cache'
import { expect, it } from 'vitest'
import { upTo } from '../../runtime/cache-room.ts'

it('a cache of at most so many entries forgets the one that was used longest ago', () => {
  const cache = new LRUCache<string, number | string>(upTo(3))
  for (const [at, key] of ['a', 'b', 'c'].entries()) cache.set(key, at)
  cache.get('a')
  cache.set('d', 'a long text counts as one entry too')
  expect(cache.size).toBe(3)
  expect([...cache.keys()].toSorted()).toEqual(['a', 'c', 'd'])
})

it('a cache takes no room for entries that it does not have', () => {
  const bytes = () => process.memoryUsage().arrayBuffers
  const before = bytes()
  const caches = Array.from({ length: 20 }, () => new LRUCache<string, string>(upTo(1_000_000)))
  // Three lists of 4 bytes for each of a million entries, if they were made at once.
  expect(bytes() - before).toBeLessThan(caches.length * 1_000_000)
})
