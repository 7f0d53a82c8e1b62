import { BOILERPLATE_WORDS, SLOTS, shingleSlot } from './boilerplate.ts'
import type { Generation } from './generation.ts'

/** A shingle of fewer texts may be a passage that bills copy from each other. */
const FEWEST_DOCUMENTS = 20
const BOILERPLATE_SHARE = 0.01
const MOST_COUNTED = 65_535

export type GenerationCount = {
  /** Counts the words and shingles of one text. */
  add(ids: Int32Array): void
  finish(number: number): Generation
}

/** Counts texts one by one, in 32 MB whatever their number. The order of the texts does not matter. */
export function countGeneration(): GenerationCount {
  const wordCounts = new Map<number, number>()
  const shingleCounts = new Uint16Array(SLOTS)
  let documents = 0
  return {
    add(ids) {
      documents += 1
      for (const word of new Set(ids)) wordCounts.set(word, (wordCounts.get(word) ?? 0) + 1)
      const slots = new Set<number>()
      for (let at = 0; at + BOILERPLATE_WORDS <= ids.length; at += 1) slots.add(shingleSlot(ids, at))
      for (const slot of slots) {
        if (shingleCounts[slot]! < MOST_COUNTED) shingleCounts[slot]! += 1
      }
    },
    finish(number) {
      const common = [...wordCounts].filter(([, count]) => count > 1).sort(([a], [b]) => a - b)
      const enough = Math.max(FEWEST_DOCUMENTS, Math.ceil(documents * BOILERPLATE_SHARE))
      const boilerplate: number[] = []
      for (let slot = 0; slot < SLOTS; slot += 1) if (shingleCounts[slot]! >= enough) boilerplate.push(slot)
      return {
        number,
        documents,
        words: Int32Array.from(common, ([word]) => word),
        frequencies: Uint16Array.from(common, ([, count]) => Math.min(count, MOST_COUNTED)),
        boilerplate: Uint32Array.from(boilerplate),
      }
    },
  }
}
