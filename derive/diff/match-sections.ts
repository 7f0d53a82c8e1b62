import type { ComparedSection } from './compared-sections.ts'
import { wordingOf } from './same-wording.ts'
import { createShingleIndex, jaccard, type Shingles, shinglesOf } from './shingles.ts'

export type SectionPair = { readonly from: ComparedSection; readonly to: ComparedSection }

/** Least overlap of shingles that makes two sections versions of one section. */
const OVERLAP_MIN = 0.35

/**
 * Finds the section of the newer text that each section of the older text became. The surest signs come first: the same
 * words, the same number and heading, much the same words, a heading or number that only these two have.
 */
export function matchSections(
  from: readonly ComparedSection[],
  to: readonly ComparedSection[],
): SectionPair[] {
  const pairs: SectionPair[] = []
  const open = { from: new Set(from), to: new Set(to) }
  const match = (pair: SectionPair) => {
    open.from.delete(pair.from)
    open.to.delete(pair.to)
    pairs.push(pair)
  }
  const { nameInPlace, name, heading, numberWithoutHeading } = keysOfNames(headingsOfMany([from, to]))
  for (const key of [contentInPlace, content, nameInPlace, name, edgeKind]) {
    for (const pair of pairsInOrder(open, key)) match(pair)
  }
  for (const pair of overlappingPairs([...open.from], [...open.to])) match(pair)
  for (const key of [heading, numberWithoutHeading]) {
    for (const pair of pairsOfUnique(open, key)) match(pair)
  }
  return pairs
}

type Key = (section: ComparedSection) => string | null
type Open = { readonly from: ReadonlySet<ComparedSection>; readonly to: ReadonlySet<ComparedSection> }

const placeOf = ({ section }: ComparedSection) => section.path.map(wordingOf).join('/')

const content: Key = (compared) => `${compared.section.kind} ${compared.content}`
const contentInPlace: Key = (compared) => `${content(compared)} in ${placeOf(compared)}`

const edgeKind: Key = ({ section: { kind } }) => (kind === 'front' || kind === 'back' ? kind : null)

/** A heading of so many sections says what they do, such as `AMENDMENT`, and not which ones they are. */
const SECTIONS_WITH_A_HEADING = 4

function headingsOfMany(texts: readonly (readonly ComparedSection[])[]): ReadonlySet<string> {
  return new Set(
    texts.flatMap((sections) => {
      const byHeading = byKey(sections, ({ section: { heading } }) => heading && wordingOf(heading))
      return [...byHeading].flatMap(([value, { length }]) =>
        length >= SECTIONS_WITH_A_HEADING ? [value] : [],
      )
    }),
  )
}

function keysOfNames(ofMany: ReadonlySet<string>) {
  const headingOf = ({ section }: ComparedSection): string | null => {
    const wording = section.heading === null ? null : wordingOf(section.heading)
    return wording === null || ofMany.has(wording) ? null : wording
  }
  const name: Key = (compared) => {
    const { kind, number } = compared.section
    const wording = headingOf(compared)
    return number === null || wording === null ? null : `${kind} ${number.toLowerCase()} ${wording}`
  }
  const nameInPlace: Key = (compared) => {
    const named = name(compared)
    return named === null ? null : `${named} in ${placeOf(compared)}`
  }
  const heading: Key = (compared) => {
    const wording = headingOf(compared)
    return wording === null ? null : `${compared.section.kind} ${wording}`
  }
  const numberWithoutHeading: Key = (compared) => {
    const { kind, number } = compared.section
    return number === null || headingOf(compared) !== null ? null : `${kind} ${number.toLowerCase()}`
  }
  return { nameInPlace, name, heading, numberWithoutHeading }
}

function byKey(sections: Iterable<ComparedSection>, key: Key): Map<string, ComparedSection[]> {
  const found = new Map<string, ComparedSection[]>()
  for (const section of sections) {
    const value = key(section)
    if (value === null) continue
    const list = found.get(value)
    if (list === undefined) found.set(value, [section])
    else list.push(section)
  }
  return found
}

/** Pairs sections with equal keys: the first with the first, the second with the second. */
function pairsInOrder(open: Open, key: Key): SectionPair[] {
  const old = byKey(open.from, key)
  return [...byKey(open.to, key)].flatMap(([value, sections]) =>
    sections.flatMap((to, place) => {
      const from = old.get(value)?.[place]
      return from === undefined ? [] : [{ from, to }]
    }),
  )
}

/** Pairs sections whose key no other section of the same text has. */
function pairsOfUnique(open: Open, key: Key): SectionPair[] {
  const old = byKey(open.from, key)
  return [...byKey(open.to, key)].flatMap(([value, sections]) => {
    const candidates = old.get(value) ?? []
    return sections.length === 1 && candidates.length === 1
      ? [{ from: candidates[0]!, to: sections[0]! }]
      : []
  })
}

/** Pairs sections by their words, the greatest overlap first. */
function overlappingPairs(from: readonly ComparedSection[], to: readonly ComparedSection[]): SectionPair[] {
  const old = from.map((section) => shinglesOf([section]))
  const candidatesFor = createShingleIndex(old)
  const scored = to.flatMap((section) => scoredPairs(section, { from, old, candidatesFor }))
  scored.sort((a, b) => b.overlap - a.overlap || a.to.index - b.to.index || a.from.index - b.from.index)
  const used = new Set<ComparedSection>()
  return scored.filter((pair) => {
    if (used.has(pair.from) || used.has(pair.to)) return false
    used.add(pair.from).add(pair.to)
    return true
  })
}

function scoredPairs(
  to: ComparedSection,
  index: {
    readonly from: readonly ComparedSection[]
    readonly old: readonly Shingles[]
    readonly candidatesFor: (wanted: Shingles) => number[]
  },
): (SectionPair & { readonly overlap: number })[] {
  const shingles = shinglesOf([to])
  return index
    .candidatesFor(shingles)
    .map((position) => ({
      from: index.from[position]!,
      to,
      overlap: jaccard(index.old[position]!, shingles),
    }))
    .filter((pair) => pair.from.section.kind === to.section.kind && pair.overlap >= OVERLAP_MIN)
}
