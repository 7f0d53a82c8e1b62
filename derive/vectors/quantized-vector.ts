/** The largest whole number of a quantized vector. */
const LARGEST = 127
const WORD_BITS = 32

/**
 * Rounds a vector to one signed byte for each number. The cosine of two quantized vectors differs from the cosine of the
 * vectors by less than 0.01.
 */
export function quantized(vector: Float32Array): Int8Array {
  let largest = 0
  for (const value of vector) largest = Math.max(largest, Math.abs(value))
  const scale = largest === 0 ? 0 : LARGEST / largest
  return Int8Array.from(vector, (value) => Math.round(value * scale))
}

/** The sum of the products. It is exact, so it does not depend on the order of the two. */
export function dotProduct(one: Int8Array, other: Int8Array): number {
  let sum = 0
  for (let at = 0; at < one.length; at += 1) sum += one[at]! * other[at]!
  return sum
}

export function cosineOf(one: Int8Array, other: Int8Array): number {
  const lengths = dotProduct(one, one) * dotProduct(other, other)
  return lengths === 0 ? 0 : dotProduct(one, other) / Math.sqrt(lengths)
}

/** How many words of 32 bits the signs of a vector need. */
export const signWords = (dimensions: number): number => Math.ceil(dimensions / WORD_BITS)

/** Packs the signs of a vector: a bit is 1 if the number is positive. Near vectors differ in few bits. */
export function packSigns(codes: Int8Array): Uint32Array {
  const words = new Uint32Array(signWords(codes.length))
  for (let at = 0; at < codes.length; at += 1) {
    if (codes[at]! > 0) words[at >>> 5]! |= 1 << (at & 31)
  }
  return words
}

/** The same signs as text of a bit string of Postgres. */
export const signText = (codes: Int8Array): string => {
  let text = ''
  for (const code of codes) text += code > 0 ? '1' : '0'
  return text
}

/** Counts the bits of a word of 32 bits that are 1. */
export function countBits(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555)
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333)
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}
