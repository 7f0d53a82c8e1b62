type Numbers = Uint8Array | Uint16Array | Uint32Array | Float64Array

/**
 * Gives an array with room for so many numbers: this one, or a copy of at least twice its size. Threads can share the
 * copy.
 */
export function withRoom<T extends Numbers>(numbers: T, room: number): T {
  if (room <= numbers.length) return numbers
  const size = Math.max(room, numbers.length * 2)
  const Kind = numbers.constructor as new (buffer: SharedArrayBuffer) => T
  const larger = new Kind(new SharedArrayBuffer(size * numbers.BYTES_PER_ELEMENT))
  larger.set(numbers)
  return larger
}
