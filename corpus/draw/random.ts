/**
 * A stream of numbers that depends on its seeds alone (sfc32): one stream per entity, so that each can be generated
 * alone.
 */
export class Random {
  #a: number
  #b: number
  #c: number
  #counter = 1

  constructor(seed: number, stream: number, purpose: number) {
    this.#a = seed | 0
    this.#b = stream | 0
    this.#c = purpose | 0
    for (let round = 0; round < 12; round++) this.bits()
  }

  /** 32 bits. */
  bits(): number {
    const sum = (((this.#a + this.#b) | 0) + this.#counter) | 0
    this.#counter = (this.#counter + 1) | 0
    this.#a = this.#b ^ (this.#b >>> 9)
    this.#b = (this.#c + (this.#c << 3)) | 0
    this.#c = (((this.#c << 21) | (this.#c >>> 11)) + sum) | 0
    return sum >>> 0
  }

  /** From 0 up to, not including, 1. */
  next(): number {
    return this.bits() / 2 ** 32
  }

  /** A whole number from 0 up to, not including, `most`. */
  below(most: number): number {
    return Math.floor(this.next() * most)
  }

  chance(share: number): boolean {
    return this.next() < share
  }

  pick<T>(list: readonly T[]): T {
    return list[this.below(list.length)]!
  }

  /** 128 bits in the form of a UUID of version 5, like our own ids. */
  uuid(): string {
    const a = this.bits()
    const b = this.bits()
    const c = this.bits()
    const d = this.bits()
    return `${hex4(a >>> 16)}${hex4(a)}-${hex4(b >>> 16)}-${hex4((b & 0xfff) | 0x5000)}-${hex4(((c >>> 16) & 0x3fff) | 0x8000)}-${hex4(c)}${hex4(d >>> 16)}${hex4(d)}`
  }
}

const hexOf = Array.from({ length: 65_536 }, (_, number) => number.toString(16).padStart(4, '0'))

const hex4 = (bits: number): string => hexOf[bits & 0xffff]!
