import type { ComparedLine } from './compared-sections.ts'
import { commonSequence } from './sequences/common-sequence.ts'
import type { PositionPair } from './sequences/find-anchors.ts'
import type { WorkLimit } from './sequences/work-limit.ts'

/** A line of both texts, or of only one. */
export type AlignedLine =
  | { readonly from: ComparedLine; readonly to: ComparedLine }
  | { readonly from: ComparedLine; readonly to: null }
  | { readonly from: null; readonly to: ComparedLine }

/** Smallest share of common words that makes two lines versions of one line. */
const SIMILARITY_MIN = 0.4
const CELLS_MAX = 1_000_000

/**
 * Aligns the lines of two sections in order: equal lines first, then items that only have another label, then similar lines between
 * them.
 */
export const alignLines = (
  from: readonly ComparedLine[],
  to: readonly ComparedLine[],
  limit: WorkLimit,
): AlignedLine[] =>
  alignEqual(from, to, {
    limit,
    keyOf: (line) => line.id,
    between: (older, newer) =>
      alignEqual(older, newer, {
        limit,
        keyOf: (line) => line.item_id,
        between: (some, others) => alignSimilar(some, others, limit),
      }),
  })

type Lines = readonly ComparedLine[]

type Alignment = {
  readonly limit: WorkLimit
  readonly keyOf: (line: ComparedLine) => number
  /** Aligns the lines between two pairs. */
  readonly between: (from: Lines, to: Lines) => AlignedLine[]
}

/** Aligns the longest sequence of lines with equal keys. */
function alignEqual(from: Lines, to: Lines, { limit, keyOf, between }: Alignment): AlignedLine[] {
  if (from.length === 0 || to.length === 0) return unaligned(from, to)
  const equal = commonSequence(from.map(keyOf), to.map(keyOf), limit)
  if (equal === undefined) {
    limit.coarsen()
    return unaligned(from, to)
  }
  const aligned: AlignedLine[] = []
  let [i, j] = [0, 0]
  for (const [nextFrom, nextTo] of [...equal, [from.length, to.length] as const]) {
    aligned.push(...between(from.slice(i, nextFrom), to.slice(j, nextTo)))
    if (nextFrom < from.length) aligned.push({ from: from[nextFrom]!, to: to[nextTo]! })
    ;[i, j] = [nextFrom + 1, nextTo + 1]
  }
  return aligned
}

const unaligned = (from: readonly ComparedLine[], to: readonly ComparedLine[]): AlignedLine[] => [
  ...from.map((line) => ({ from: line, to: null })),
  ...to.map((line) => ({ from: null, to: line })),
]

function alignSimilar(
  from: readonly ComparedLine[],
  to: readonly ComparedLine[],
  limit: WorkLimit,
): AlignedLine[] {
  if (from.length === 0 || to.length === 0) return unaligned(from, to)
  const steps = wordsIn(from) * to.length + wordsIn(to) * from.length
  if (from.length * to.length > CELLS_MAX || !limit.spend(steps)) {
    limit.coarsen()
    return unaligned(from, to)
  }
  const aligned: AlignedLine[] = []
  let [i, j] = [0, 0]
  for (const [nextFrom, nextTo] of mostSimilarPairs(from, to)) {
    aligned.push(...unaligned(from.slice(i, nextFrom), to.slice(j, nextTo)))
    aligned.push({ from: from[nextFrom]!, to: to[nextTo]! })
    ;[i, j] = [nextFrom + 1, nextTo + 1]
  }
  return [...aligned, ...unaligned(from.slice(i), to.slice(j))]
}

const wordsIn = (lines: readonly ComparedLine[]): number =>
  lines.reduce((sum, line) => sum + line.word_ids.length + 1, 0)

/** Pairs in order with the greatest sum of similarities. */
function mostSimilarPairs(from: readonly ComparedLine[], to: readonly ComparedLine[]): PositionPair[] {
  const fromWords = from.map(sortedWords)
  const toWords = to.map(sortedWords)
  const width = to.length + 1
  const similarity = new Float64Array(width * (from.length + 1))
  const best = new Float64Array(width * (from.length + 1))
  for (let i = from.length - 1; i >= 0; i -= 1) {
    for (let j = to.length - 1; j >= 0; j -= 1) {
      const cell = i * width + j
      const found = similarityOf(fromWords[i]!, toWords[j]!)
      similarity[cell] = found
      const skipped = Math.max(best[cell + width]!, best[cell + 1]!)
      best[cell] = found === 0 ? skipped : Math.max(skipped, found + best[cell + width + 1]!)
    }
  }
  const pairs: PositionPair[] = []
  let [i, j] = [0, 0]
  while (i < from.length && j < to.length) {
    const cell = i * width + j
    if (best[cell] === best[cell + width]) i += 1
    else if (best[cell] === best[cell + 1]) j += 1
    else pairs.push([i++, j++])
  }
  return pairs
}

const sortedWords = (line: ComparedLine): Int32Array => Int32Array.from(line.word_ids).sort()

/** Twice the number of common words by the number of all words, or 0 if that is less than the least similarity. */
function similarityOf(a: Int32Array, b: Int32Array): number {
  const all = a.length + b.length
  if (2 * Math.min(a.length, b.length) < SIMILARITY_MIN * all) return 0
  let common = 0
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    const difference = a[i]! - b[j]!
    if (difference === 0) common += 1
    if (difference <= 0) i += 1
    if (difference >= 0) j += 1
  }
  const share = all === 0 ? 0 : (2 * common) / all
  return share < SIMILARITY_MIN ? 0 : share
}
