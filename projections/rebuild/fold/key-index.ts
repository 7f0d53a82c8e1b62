import { grown, type RecordPages } from '../../../runtime/kafka/log-source/record-pages.ts'

const FIRST_KEYS = 1 << 12
const FIRST_RECORDS = 1 << 14

/** Which records of a buffer have the same key: a linked list in typed arrays for each key, in the order of `add`. */
export class KeyIndex {
  count = 0
  readonly #records: RecordPages
  /** The number of a key + 1, at its hash or the next free slot after it. 0 is free. */
  #slots = new Int32Array(FIRST_KEYS * 2)
  #hash = new Float64Array(FIRST_KEYS)
  #first = new Int32Array(FIRST_KEYS)
  #last = new Int32Array(FIRST_KEYS)
  #next = new Int32Array(FIRST_RECORDS)

  constructor(records: RecordPages) {
    this.#records = records
  }

  clear(): void {
    this.count = 0
    this.#slots.fill(0)
  }

  add(record: number, hash: number): void {
    if (record >= this.#next.length)
      this.#next = grown(this.#next, Math.max(record + 1, this.#next.length * 2))
    this.#next[record] = -1
    const mask = this.#slots.length - 1
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const key = this.#slots[slot]! - 1
      if (key < 0) {
        this.#slots[slot] = this.#make(record, hash) + 1
        if (this.count * 2 > this.#slots.length) this.#rehash()
        return
      }
      if (this.#hash[key] === hash && this.#isSame(this.#first[key]!, record)) {
        this.#next[this.#last[key]!] = record
        this.#last[key] = record
        return
      }
    }
  }

  /** Keys are numbered in order of appearance. */
  firstOf(key: number): number {
    return this.#first[key]!
  }

  /** The next record of the same key; -1 at the end. */
  nextOf(record: number): number {
    return this.#next[record]!
  }

  #make(record: number, hash: number): number {
    const key = this.count++
    if (key === this.#hash.length) {
      const room = key * 2
      this.#hash = grown(this.#hash, room)
      this.#first = grown(this.#first, room)
      this.#last = grown(this.#last, room)
    }
    this.#hash[key] = hash
    this.#first[key] = record
    this.#last[key] = record
    return key
  }

  #isSame(one: number, other: number): boolean {
    const records = this.#records
    const a = records.bytesOf(one)
    const b = records.bytesOf(other)
    let from = records.keyStart(one)
    const end = records.keyEnd(one)
    let at = records.keyStart(other)
    if (end - from !== records.keyEnd(other) - at) return false
    while (from < end) if (a[from++] !== b[at++]) return false
    return true
  }

  #rehash(): void {
    this.#slots = new Int32Array(this.#slots.length * 2)
    const mask = this.#slots.length - 1
    for (let key = 0; key < this.count; key++) {
      let slot = this.#hash[key]! & mask
      while (this.#slots[slot] !== 0) slot = (slot + 1) & mask
      this.#slots[slot] = key + 1
    }
  }
}
