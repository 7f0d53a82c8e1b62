import { describeLeft } from './pace.ts'

/** A piece of work, such as a table. `cost` measures its time, in a unit that all pieces share. */
export type Task = { readonly name: string; readonly bytes: number; readonly cost: number }

export type TaskProgress = {
  readonly done: number
  readonly pieces: number
  /** The share that is done, by cost. */
  readonly done_share: number
  /** The pace of the finished pieces. */
  readonly bytes_per_s: number
  /** null while it is unknown. */
  readonly eta_s: number | null
  readonly in_hand: readonly string[]
}

type Timed = { readonly cost: number; readonly seconds: number }

/** Below this cost the pace means nothing: small pieces take time that does not depend on their size. */
const MIN_SHARE_FOR_ETA = 0.05

/**
 * The remaining time if several pieces run in parallel, at the pace of the finished pieces. If running pieces take
 * longer than that, the pace is at most what it would be if they ended now.
 */
export function secondsLeft(work: {
  readonly done: readonly Timed[]
  readonly in_hand: readonly Timed[]
  readonly waiting_cost: number
  readonly workers: number
}): number | null {
  const { done, in_hand, waiting_cost, workers } = work
  const [doneCost, begunCost] = [costOf(done), costOf(in_hand)]
  if (begunCost + waiting_cost === 0 && in_hand.length === 0) return 0
  if (doneCost === 0 || doneCost < MIN_SHARE_FOR_ETA * (doneCost + begunCost + waiting_cost)) return null
  const spent_s = secondsOf(done)
  const per_s = Math.min(doneCost / spent_s, (doneCost + begunCost) / (spent_s + secondsOf(in_hand)))
  const left = in_hand.map(({ cost, seconds }) => Math.max(cost / per_s - seconds, 0))
  const all = left.reduce((sum, seconds) => sum + seconds, waiting_cost / per_s)
  return Math.max(all / workers, ...left)
}

const costOf = (pieces: readonly Timed[]): number => pieces.reduce((sum, { cost }) => sum + cost, 0)
const secondsOf = (pieces: readonly Timed[]): number => pieces.reduce((sum, { seconds }) => sum + seconds, 0)

/** Tracks pieces of work. */
export class TaskTracker {
  readonly #pieces: ReadonlyMap<string, Task>
  readonly #workers: number
  readonly #now_ms: () => number
  readonly #started_ms: number
  readonly #begun_ms = new Map<string, number>()
  readonly #done = new Map<string, Timed>()

  constructor(pieces: readonly Task[], workers: number, now_ms = () => performance.now()) {
    this.#pieces = new Map(pieces.map((piece) => [piece.name, piece]))
    this.#workers = workers
    this.#now_ms = now_ms
    this.#started_ms = now_ms()
  }

  begin(name: string): void {
    this.#begun_ms.set(name, this.#now_ms())
  }

  /** Returns the seconds that it took. */
  end(name: string): number {
    const begun = this.#timed(name, this.#begun_ms.get(name)!)
    this.#begun_ms.delete(name)
    this.#done.set(name, begun)
    return begun.seconds
  }

  progress(): TaskProgress {
    const done = [...this.#done.values()]
    const inHand = [...this.#begun_ms].map(([name, begun_ms]) => this.#timed(name, begun_ms))
    const cost = costOf([...this.#pieces.values()].map((piece) => ({ ...piece, seconds: 0 })))
    const seconds = (this.#now_ms() - this.#started_ms) / 1000
    const bytes = [...this.#done.keys()].reduce((sum, name) => sum + this.#pieces.get(name)!.bytes, 0)
    const waitingCost = Math.max(cost - costOf(done) - costOf(inHand), 0)
    return {
      done: done.length,
      pieces: this.#pieces.size,
      done_share: cost > 0 ? costOf(done) / cost : done.length / Math.max(this.#pieces.size, 1),
      bytes_per_s: seconds > 0 ? bytes / seconds : 0,
      eta_s: secondsLeft({ done, in_hand: inHand, waiting_cost: waitingCost, workers: this.#workers }),
      in_hand: [...this.#begun_ms.keys()],
    }
  }

  #timed(name: string, begun_ms: number): Timed {
    return { cost: this.#pieces.get(name)!.cost, seconds: (this.#now_ms() - begun_ms) / 1000 }
  }
}

/** `what` names the pieces: tables, indexes. */
export function describeTasks(what: string, progress: TaskProgress): string {
  const { done, pieces, done_share, bytes_per_s, eta_s, in_hand } = progress
  const share = `${Math.floor(100 * done_share)} %`
  const rate = `${(bytes_per_s / 1e6).toFixed(bytes_per_s < 1e7 ? 1 : 0)} MB/s`
  const now = in_hand.length === 0 ? '' : `: ${in_hand.join(', ')}`
  return `${done} of ${pieces} ${what} (${share}), ${rate}${describeLeft(eta_s)}${now}`
}
