import type { RollCall } from '../../../schemas/event-bodies/vote.ts'

/** The facts that show whether a roll call is the same as one of another source. */
export type RollCallFacts = Pick<
  RollCall,
  'chamber' | 'organization' | 'start_date' | 'motion_text' | 'motion_classification' | 'counts'
> & {
  /** Key of the bill. */
  readonly bill: string
  /** Its source prints a number: two numbers that differ are two roll calls. */
  readonly is_numbered: boolean
  /** Orders roll calls that are otherwise alike: a natural key or an id. */
  readonly rank: string
}

/**
 * Pairs each roll call of one source with the same roll call of another source. Both have the same bill,
 * chamber, day, yeas and nays. Their motions share a class, or read the same if the classes do not decide. A
 * pair needs exactly one candidate on each side. If several fit, those whose motions read the same are
 * paired. Roll calls that are alike in everything are paired in their order, so two stay two. The others stay
 * unpaired, because equal totals prove nothing.
 */
export function pairRollCalls<A extends RollCallFacts, B extends RollCallFacts>(
  own: readonly A[],
  others: readonly B[],
): Map<A, B> {
  const pairs = new Map<A, B>()
  const byPlace = Map.groupBy(others, sittingOf)
  for (const [place, listed] of Map.groupBy(own, sittingOf)) {
    const candidates = byPlace.get(place) ?? []
    for (const isSame of [fits, fitsByText]) {
      const open = listed.filter((one) => !pairs.has(one))
      const taken = new Set(pairs.values())
      pairBy(
        open,
        candidates.filter((one) => !taken.has(one)),
        isSame,
        pairs,
      )
    }
  }
  return pairs
}

function pairBy<A extends RollCallFacts, B extends RollCallFacts>(
  own: readonly A[],
  others: readonly B[],
  isSame: (a: RollCallFacts, b: RollCallFacts) => boolean,
  pairs: Map<A, B>,
): void {
  for (const one of own) {
    if (pairs.has(one)) continue
    const candidates = others.filter((other) => isSame(one, other))
    const rivals = own.filter((rival) => candidates.some((other) => isSame(rival, other)))
    if (candidates.length === 0 || !areAlike(candidates) || !areAlike(rivals)) continue
    const sorted = candidates.toSorted(byRank)
    for (const [index, rival] of rivals.toSorted(byRank).entries()) {
      const other = sorted[index]
      if (other !== undefined) pairs.set(rival, other)
    }
  }
}

const byRank = (a: RollCallFacts, b: RollCallFacts) => (a.rank < b.rank ? -1 : 1)

function sittingOf({ bill, chamber, organization, start_date }: RollCallFacts): string {
  return `${bill}|${chamber}|${organization === null ? 'floor' : 'committee'}|${start_date?.slice(0, 10)}`
}

/** A chamber divides on these many times a day, along the same lines: equal totals prove nothing. */
const MOVED_OFTEN: ReadonlySet<string> = new Set(['amendment'])

function fits(one: RollCallFacts, other: RollCallFacts): boolean {
  if (one.is_numbered && other.is_numbered) return false
  if (one.start_date === null || one.chamber === null) return false
  const [counted, other_counted] = [countsOf(one), countsOf(other)]
  if (counted === null || counted !== other_counted) return false
  const [classes, other_classes] = [one.motion_classification, other.motion_classification]
  const shared = classes.filter((word) => other_classes.includes(word))
  if (shared.some((word) => !MOVED_OFTEN.has(word))) return true
  const isDistinguished = classes.length > 0 && other_classes.length > 0 && shared.length === 0
  return !isDistinguished && readsTheSame(one, other)
}

function fitsByText(one: RollCallFacts, other: RollCallFacts): boolean {
  return fits(one, other) && readsTheSame(one, other)
}

function readsTheSame(one: RollCallFacts, other: RollCallFacts): boolean {
  return textOf(one) !== '' && textOf(one) === textOf(other)
}

/** null if the votes were not counted, because all voice votes look alike. */
function countsOf({ counts }: RollCallFacts): string | null {
  const totalOf = (wanted: string) => counts.find(({ option }) => option === wanted)?.value ?? 0
  const [yes, no] = [totalOf('yes'), totalOf('no')]
  return yes + no === 0 ? null : `${yes}-${no}`
}

function textOf({ motion_text }: RollCallFacts): string {
  return motion_text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

function areAlike(rollCalls: readonly RollCallFacts[]): boolean {
  const [first] = rollCalls
  return first !== undefined && rollCalls.every((one) => textOf(one) === textOf(first))
}
