import type { ChangeContent } from './change.ts'

/** One line of a digest: the state in which a thing of a bill was left, and how it came to it. */
export type Line = {
  readonly content: ChangeContent
  /** Statuses that were passed on the way, the last one excluded. */
  readonly passed: readonly string[]
  /** It was reported before, and the source changed it since. */
  readonly is_correction: boolean
}

/** What people look for first. */
const ORDER = ['bill', 'status', 'vote', 'action', 'text', 'sponsors']
const placeOf = ({ content }: Line): number => ORDER.indexOf(content.thing.split(' ')[0]!)

/**
 * Joins the changes of a bill, in the order of the log, to one line for each thing: an action that was corrected before
 * anybody read it is one line with its last words. Lines of one kind keep their order.
 */
export function linesOf(changes: readonly ChangeContent[]): Line[] {
  const things = Map.groupBy(changes, ({ thing }) => thing)
  const lines = [...things.values()].map((same): Line => {
    const [first, last] = [same[0]!, same.at(-1)!]
    const steps = same.flatMap((content) => (content.kind === 'status' ? [content.to] : []))
    const from = first.kind === 'status' && first.from !== null ? [first.from] : []
    const isNew = first.kind === 'action' || first.kind === 'vote'
    const isCorrection = !isNew && (last.kind === 'action_corrected' || last.kind === 'vote_corrected')
    return { content: last, passed: [...from, ...steps.slice(0, -1)], is_correction: isCorrection }
  })
  return lines.sort((one, other) => placeOf(one) - placeOf(other))
}
