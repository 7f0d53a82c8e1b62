const SEED = 0x9747b28c
const M = 0x5bd1e995

/** Kafka's hash of keys, as in the default partitioner of the Java client. */
export function murmur2(data: Uint8Array): number {
  const whole = data.length & ~3
  let hash = SEED ^ data.length
  for (let i = 0; i < whole; i += 4) {
    let word = data[i]! | (data[i + 1]! << 8) | (data[i + 2]! << 16) | (data[i + 3]! << 24)
    word = Math.imul(word, M)
    word ^= word >>> 24
    hash = Math.imul(hash, M) ^ Math.imul(word, M)
  }
  const rest = data.length - whole
  if (rest > 2) hash ^= data[whole + 2]! << 16
  if (rest > 1) hash ^= data[whole + 1]! << 8
  if (rest > 0) hash = Math.imul(hash ^ data[whole]!, M)
  hash = Math.imul(hash ^ (hash >>> 13), M)
  return hash ^ (hash >>> 15)
}
