import { LegislogError } from '../../schemas/errors.ts'

export type Subject = 'peer' | 'ours'
/** The cost of one piece of work: all processes that took part. */
export type Cost = { readonly wall_s: number; readonly cpu_s: number }
/** One run of one subject over one piece of work, with its place in time. */
export type Run<T> = {
  readonly subject: Subject
  /** The piece of work: runs of two subjects are compared only if they did the same. */
  readonly task: string
  readonly started_ms: number
  readonly ended_ms: number
  readonly result: T
}
export type Pair<T> = { readonly task: string; readonly peer: T; readonly ours: T }

/**
 * Pairs each run with the run of the other subject beside it. Throws `usage` if the runs did not interleave: then the
 * machine may have had other work during the runs of one subject, and a ratio says nothing.
 */
export function pairInterleaved<T>(runs: readonly Run<T>[]): Pair<T>[] {
  const ordered = [...runs].sort((a, b) => a.started_ms - b.started_ms)
  const refuse = (why: string) =>
    new LegislogError('usage', `no ratio is printed, because the runs did not interleave: ${why}`)
  if (ordered.length === 0) throw refuse('there is none')
  if (ordered.length % 2 !== 0) throw refuse(`${ordered.length} runs are not pairs`)
  return Array.from({ length: ordered.length / 2 }, (_, index) => {
    const first = ordered[2 * index]!
    const second = ordered[2 * index + 1]!
    const pair = `runs ${2 * index + 1} and ${2 * index + 2}`
    if (first.task !== second.task)
      throw refuse(`${pair} did ${JSON.stringify(first.task)} and ${JSON.stringify(second.task)}`)
    if (first.subject === second.subject) throw refuse(`${pair} are both of ${first.subject}`)
    if (second.started_ms < first.ended_ms) throw refuse(`${pair} ran at the same time`)
    const [peer, ours] = first.subject === 'peer' ? [first, second] : [second, first]
    return { task: first.task, peer: peer.result, ours: ours.result }
  })
}

/** `min / median / max`. */
export function spread(values: readonly number[], digits: number): string {
  const ordered = [...values].sort((a, b) => a - b)
  const at = (index: number) => ordered[Math.floor(index)]!.toFixed(digits)
  return [at(0), at((ordered.length - 1) / 2), at(ordered.length - 1)].join(' / ')
}

export function medianOf(values: readonly number[]): number {
  const ordered = [...values].sort((a, b) => a - b)
  return ordered[Math.floor((ordered.length - 1) / 2)]!
}
