import type { ComparedSection } from './compared-sections.ts'

/** Words of a shingle. */
const SIZE = 3

/** A shingle that more sections have is not looked up: it finds too many of them. */
const OWNERS_MAX = 12
/** Sections whose overlap is measured for each section. */
const CANDIDATES_MAX = 5

export type Shingles = ReadonlySet<number>

/** All stretches of three words of sections, as hashes. Sections with fewer words have one. */
export function shinglesOf(sections: readonly ComparedSection[]): Shingles {
  const words = sections.flatMap((section) => section.lines.flatMap((line) => line.word_ids))
  const shingles = new Set<number>()
  for (let start = 0; start === 0 || start + SIZE <= words.length; start += 1) {
    let hash = 2_166_136_261
    for (const word of words.slice(start, start + SIZE))
      hash = Math.imul(hash ^ word, 16_777_619) ^ (hash >>> 13)
    shingles.add(hash)
  }
  return shingles
}

/** Common shingles by all shingles of both. */
export function jaccard(a: Shingles, b: Shingles): number {
  const common = countCommon(a, b)
  return common / (a.size + b.size - common)
}

/** Common shingles by the shingles of the smaller set. */
export const containment = (a: Shingles, b: Shingles): number => countCommon(a, b) / Math.min(a.size, b.size)

function countCommon(a: Shingles, b: Shingles): number {
  const [small, large] = a.size < b.size ? [a, b] : [b, a]
  let common = 0
  for (const shingle of small) if (large.has(shingle)) common += 1
  return common
}

/** Gives the positions of the sets that share most rare shingles with `wanted`, the best first. */
export function createShingleIndex(sets: readonly Shingles[]): (wanted: Shingles) => number[] {
  const owners = new Map<number, number[]>()
  sets.forEach((shingles, position) => {
    for (const shingle of shingles) {
      const list = owners.get(shingle)
      if (list === undefined) owners.set(shingle, [position])
      else if (list.length <= OWNERS_MAX) list.push(position)
    }
  })
  return (wanted) => {
    const hits = new Map<number, number>()
    for (const shingle of wanted) {
      const list = owners.get(shingle) ?? []
      if (list.length > OWNERS_MAX) continue
      for (const position of list) hits.set(position, (hits.get(position) ?? 0) + 1)
    }
    return [...hits]
      .sort(([a, hitsOfA], [b, hitsOfB]) => hitsOfB - hitsOfA || a - b)
      .slice(0, CANDIDATES_MAX)
      .map(([position]) => position)
  }
}
