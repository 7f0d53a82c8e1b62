type Numbers = Uint8Array | Int8Array | Uint16Array | Uint32Array | Float64Array

/** Gives an array with room for so many numbers: this one, or a copy of at least twice its size. */
export function withRoom<T extends Numbers>(numbers: T, room: number): T {
  if (room <= numbers.length) return numbers
  const larger = new (numbers.constructor as new (length: number) => T)(Math.max(room, numbers.length * 2))
  larger.set(numbers)
  return larger
}
