/** The hash of so many words from `at`. Equal words have equal hashes; other words nearly always have others. */
export function shingleHash(ids: Int32Array, at: number, size: number): number {
  let hash = 0x9e3779b9 | 0
  for (let place = at; place < at + size; place += 1) {
    hash = Math.imul(hash ^ ids[place]!, 0x85ebca6b)
    hash ^= hash >>> 13
  }
  hash = Math.imul(hash, 0xc2b2ae35)
  return hash ^ (hash >>> 16)
}
