import { normalizedWord } from '../../../runtime/words/normalized-word.ts'
import type { SimilarRelation } from '../../../schemas/http/bills/similar.ts'
import type { ComparedBill } from './similar-bills.ts'

/** Only this many items come first, and only so many of them from one jurisdiction, while there are others. */
const FIRST = 20
const OF_A_JURISDICTION = 3

/**
 * Says how two bills are related. A companion and a reintroduction are of the same jurisdiction, and its source says so, or
 * they have the same title or text.
 */
export function relationOf(
  one: ComparedBill,
  other: ComparedBill & { readonly relations: readonly string[] },
): SimilarRelation {
  if (one.jurisdiction !== other.jurisdiction) return 'similar'
  const isOfOneSession = one.session === other.session
  if (other.relations.includes('companion')) return 'companion'
  if (other.relations.some((relation) => relation !== 'related'))
    return isOfOneSession ? 'companion' : 'reintroduction'
  if (!hasSameMatter(one, other)) return 'similar'
  if (!isOfOneSession) return 'reintroduction'
  return one.chamber !== other.chamber ? 'companion' : 'similar'
}

const hasSameMatter = (one: ComparedBill, other: ComparedBill): boolean =>
  hasSameText(one, other) || (plain(one.title) !== '' && plain(one.title) === plain(other.title))

export const hasSameText = (one: ComparedBill, other: ComparedBill): boolean =>
  one.text_sha256 !== null && one.text_sha256 === other.text_sha256

const plain = (title: string | null): string =>
  normalizedWord(title ?? '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

type Placed = { readonly jurisdiction: string }

/**
 * Orders a list that is sorted by score, so that one jurisdiction does not fill its beginning: of the first twenty, at most
 * three are of one jurisdiction, while there are others.
 */
export function spreadOut<T extends Placed>(items: readonly T[]): T[] {
  const counts = new Map<string, number>()
  const [first, later]: [T[], T[]] = [[], []]
  for (const item of items) {
    const count = counts.get(item.jurisdiction) ?? 0
    if (first.length === FIRST || count === OF_A_JURISDICTION) later.push(item)
    else {
      counts.set(item.jurisdiction, count + 1)
      first.push(item)
    }
  }
  return [...first, ...later]
}
