import { hash } from 'node:crypto'
import type { Action } from '../../schemas/event-bodies/bill.ts'
import { canonicalJson } from '../../schemas/values/canonical-json.ts'
import { mintChildId } from '../identity/identity-keys.ts'
import type { WithoutId } from '../source-interface/observation.ts'
import type { RetiredAction } from '../state/stored-entities.ts'

export type AlignedActions = {
  /** The actions with their ids, in the order of the source. Actions of one day keep their stored order. */
  readonly actions: readonly Action[]
  /** The stored action that each of them matches, if any. */
  readonly before: readonly (Action | null)[]
  readonly removed: readonly Action[]
  readonly retired: readonly RetiredAction[]
}

/** Two texts on one day that are at least this similar are one action whose text was corrected. */
const ALIKE = 0.5
/** Less similarity is enough between the same neighbors. */
const ALIKE_IN_PLACE = 0.3

/**
 * Matches each action of a source with a stored action. It looks for the same day, chamber and text, then for the same
 * text on another day, then for a similar text on the same day. An unmatched action is new or removed. An id means one
 * action forever: only the same action gets the id of a removed one again. If another source now supplies the actions,
 * the order is that source's alone, so that the order of arrival has no effect.
 */
export function alignActions(
  billOcdId: string,
  stored: readonly Action[],
  listed: readonly WithoutId<Action>[],
  retired: readonly RetiredAction[],
  { is_other_teller: isOtherSource = false }: { readonly is_other_teller?: boolean } = {},
): AlignedActions {
  const matchedTo = matchActions(stored, listed)
  const { seen, matches } = isOtherSource
    ? { seen: listed, matches: matchedTo }
    : keepOrder(listed, matchedTo)
  const matched = new Set(matches)
  const removed = stored.filter((_, index) => !matched.has(index))
  const comingBack = new Map<string, string[]>()
  for (const { id, key } of retired) comingBack.set(key, [...(comingBack.get(key) ?? []), id])
  const taken = new Set([...stored.map(({ id }) => id), ...retired.map(({ id }) => id)])
  const returned = new Set<string>()

  const actions = seen.map((action, index): Action => {
    const before = matches[index]
    if (before !== undefined) return { id: stored[before]!.id, ...action }
    const key = shortKey(action)
    const own = comingBack.get(key)?.shift()
    if (own !== undefined) {
      returned.add(own)
      return { id: own, ...action }
    }
    for (let ordinal = 1; ; ordinal++) {
      const id = mintChildId(billOcdId, `action|${actionKey(action)}|${ordinal}`)
      if (taken.has(id)) continue
      taken.add(id)
      return { id, ...action }
    }
  })
  return {
    actions,
    before: matches.map((index) => (index === undefined ? null : stored[index]!)),
    removed,
    retired: [
      ...retired.filter(({ id }) => !returned.has(id)),
      ...removed.map((action) => ({ id: action.id, key: shortKey(action) })),
    ],
  }
}

/** The actions of a removed bill, for when it comes back. */
export function retireActions(actions: readonly Action[]): RetiredAction[] {
  return actions.map((action) => ({ id: action.id, key: shortKey(action) }))
}

type Fresh = WithoutId<Action>

function actionKey(action: Fresh): string {
  return `${dayOf(action)}|${action.chamber ?? ''}|${action.description}`
}

function shortKey(action: Fresh): string {
  return hash('sha256', actionKey(action), 'hex').slice(0, 16)
}

function dayOf(action: Fresh): string {
  return action.date.slice(0, 10)
}

function matchActions(stored: readonly Action[], seen: readonly Fresh[]): (number | undefined)[] {
  const matches: (number | undefined)[] = new Array(seen.length).fill(undefined)
  if (stored.length === 0) return matches
  const open = new Set(stored.keys())
  const repeated = repeatedKeys(stored, seen)
  // Equal content first among actions with the same text, because their order means nothing.
  if (repeated.size > 0)
    matchByKey(stored, seen, matches, open, (action) => {
      const key = actionKey(action)
      return repeated.has(key) ? `${key}|${contentOf(action)}` : null
    })
  matchByKey(stored, seen, matches, open, actionKey)
  if (open.size > 0)
    matchByKey(stored, seen, matches, open, ({ chamber, description }) => `${chamber}|${description}`)
  if (open.size > 0) matchAlike(stored, seen, matches, open)
  return matches
}

function repeatedKeys(...lists: readonly (readonly Fresh[])[]): Set<string> {
  const repeated = new Set<string>()
  for (const actions of lists) {
    const once = new Set<string>()
    for (const action of actions) {
      const key = actionKey(action)
      if (once.has(key)) repeated.add(key)
      once.add(key)
    }
  }
  return repeated
}

/** Compares what sources say, without the fields that are derived from it. */
function contentOf(action: Fresh & { readonly id?: string }): string {
  const { id: _id, placed_on: _placed_on, is_passage: _is_passage, ...content } = action
  return canonicalJson(content)
}

/**
 * Ignores the order within a day, because sources reverse it from one scrape to the next. Stored actions of a day
 * keep their stored order.
 */
function keepOrder(
  listed: readonly Fresh[],
  matches: readonly (number | undefined)[],
): { seen: Fresh[]; matches: (number | undefined)[] } {
  const places = [...listed.keys()].filter((index) => matches[index] !== undefined)
  const order = [...listed.keys()]
  for (const dayPlaces of Map.groupBy(places, (index) => dayOf(listed[index]!)).values()) {
    const storedOrder = dayPlaces.toSorted((a, b) => matches[a]! - matches[b]!)
    for (const [nth, place] of dayPlaces.entries()) order[place] = storedOrder[nth]!
  }
  return { seen: order.map((index) => listed[index]!), matches: order.map((index) => matches[index]) }
}

/** Matches equal keys in their order: the first with the first. */
function matchByKey(
  stored: readonly Action[],
  seen: readonly Fresh[],
  matches: (number | undefined)[],
  open: Set<number>,
  keyOf: (action: Fresh) => string | null,
): void {
  const waiting = new Map<string, number[]>()
  for (const index of open) {
    const key = keyOf(stored[index]!)
    if (key === null) continue
    const queue = waiting.get(key)
    if (queue === undefined) waiting.set(key, [index])
    else queue.push(index)
  }
  for (const [index, action] of seen.entries()) {
    if (matches[index] !== undefined) continue
    const before = waiting.get(keyOf(action) ?? '')?.shift()
    if (before === undefined) continue
    matches[index] = before
    open.delete(before)
  }
}

/** Matches the most similar first. The earlier action wins a tie. */
function matchAlike(
  stored: readonly Action[],
  seen: readonly Fresh[],
  matches: (number | undefined)[],
  open: Set<number>,
): void {
  const pairs: { before: number; index: number; alike: number }[] = []
  for (const [index, action] of seen.entries()) {
    if (matches[index] !== undefined) continue
    for (const before of open) {
      if (dayOf(stored[before]!) !== dayOf(action)) continue
      const alike = similarity(stored[before]!.description, action.description)
      const least = isBetweenSame(before, index, matches, stored.length) ? ALIKE_IN_PLACE : ALIKE
      if (alike >= least) pairs.push({ before, index, alike })
    }
  }
  pairs.sort((a, b) => b.alike - a.alike || a.index - b.index || a.before - b.before)
  for (const { before, index } of pairs) {
    if (!open.has(before) || matches[index] !== undefined) continue
    matches[index] = before
    open.delete(before)
  }
}

/** Says if the neighbors of the seen action are those of the stored one. */
function isBetweenSame(
  before: number,
  index: number,
  matches: readonly (number | undefined)[],
  storedCount: number,
): boolean {
  const previous = index === 0 ? -1 : matches[index - 1]
  const next = index === matches.length - 1 ? storedCount : matches[index + 1]
  return previous === before - 1 || next === before + 1
}

/** Dice's coefficient over words: 1 is equal, 0 is nothing in common. */
function similarity(a: string, b: string): number {
  const left = wordsOf(a)
  const right = wordsOf(b)
  if (left.size + right.size === 0) return 0
  return (2 * left.intersection(right).size) / (left.size + right.size)
}

function wordsOf(text: string): Set<string> {
  return new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])
}
