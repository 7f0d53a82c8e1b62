import type { SectionHead } from './heads/section-head.ts'
import { follows, isFirst, type SectionNumber } from './heads/section-number.ts'

export type HeadLine = SectionHead & { readonly line: number }

/**
 * Gives the heads that are sections of the bill itself: those that are printed as the first one is and continue its
 * numbers. `enacting` is the line of the enacting clause.
 */
export function continuedHeads(heads: readonly HeadLine[], enacting: number): readonly HeadLine[] {
  const first = heads.find(({ line }) => line >= enacting) ?? heads[0]
  if (first === undefined) return []
  const candidates = sameStyle(heads, first)
  const places = placesOf(candidates)
  const chosen: HeadLine[] = []
  for (const [index, head] of candidates.entries()) {
    const last = chosen.at(-1)
    if (last === undefined || continues({ candidates, places, index, last })) chosen.push(head)
  }
  return chosen
}

/** New York prints `Section 1.` and then `§ 2.` */
function sameStyle(heads: readonly HeadLine[], first: HeadLine): readonly HeadLine[] {
  const after = heads.filter(({ line }) => line >= first.line)
  const own = after.filter(({ style }) => style === first.style)
  if (!isFirst(first.number) || own.some(({ number }) => number.major === 2)) return own
  const signs = after.filter((head) => head === first || head.style === '§.')
  return signs.some(({ number }) => number.major === 2) ? signs : own
}

type Places = {
  /** The last place at which a number is. */
  readonly last: ReadonlyMap<string, number>
  /** The last place at which a number is that does not follow the number before it. */
  readonly lastJump: ReadonlyMap<string, number>
}

/** Found once, so that the choice takes linear time. */
function placesOf(candidates: readonly HeadLine[]): Places {
  const last = new Map<string, number>()
  const lastJump = new Map<string, number>()
  for (const [index, { number }] of candidates.entries()) {
    const before = candidates[index - 1]?.number
    last.set(keyOf(number, 0), index)
    if (before !== undefined && before.major !== number.major - 1) lastJump.set(keyOf(number, 0), index)
  }
  return { last, lastJump }
}

const keyOf = ({ letters, major }: SectionNumber, more: number): string => `${letters}|${major + more}`

type Choice = {
  readonly candidates: readonly HeadLine[]
  readonly places: Places
  readonly index: number
  /** The last section of the bill before this head. */
  readonly last: HeadLine
}

function continues({ candidates, places, index, last }: Choice): boolean {
  const { number } = candidates[index]!
  const isLater = (place: number | undefined) => place !== undefined && place > index
  if (follows(number, last.number)) {
    const before = candidates[index - 1]!
    // `2` after a quoted `1` belongs to the quoted law if another `2` follows.
    const isInList = before !== last && follows(number, before.number)
    return !isInList || !isLater(places.last.get(keyOf(number, 0)))
  }
  const next = keyOf(last.number, 1)
  if (number.major > last.number.major) return !isLater(places.last.get(next))
  // The numbers begin again. If those of the bill go on later, the numbers between belong to quoted law.
  return isFirst(number) && !isLater(places.lastJump.get(next))
}
