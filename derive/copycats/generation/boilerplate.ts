import { shingleHash } from '../words/shingle-hash.ts'
import { type Generation, placeOf } from './generation.ts'

/** Words of a shingle that may be boilerplate. */
export const BOILERPLATE_WORDS = 8
/** Shingles are counted in so many slots. Two of them rarely share one. */
export const SLOTS = 2 ** 24

export const shingleSlot = (ids: Int32Array, at: number): number =>
  shingleHash(ids, at, BOILERPLATE_WORDS) >>> 8

/** Marks with 1 the words of a text that are part of boilerplate. */
export function boilerplateWords(ids: Int32Array, { boilerplate }: Generation): Uint8Array {
  const marks = new Uint8Array(ids.length)
  if (boilerplate.length === 0) return marks
  for (let at = 0; at + BOILERPLATE_WORDS <= ids.length; at += 1) {
    if (placeOf(boilerplate, shingleSlot(ids, at)) !== -1) marks.fill(1, at, at + BOILERPLATE_WORDS)
  }
  return marks
}
