/** An answer whose bytes have not all been handed to the system. */
export type Unsent = {
  readonly body: Buffer
  readonly since_ms: number
  /** Closes its connection. */
  cut(): void
}

/** Every answer may take this long, however many bytes are waiting. */
const GRACE_MS = 10_000
/** Beyond that, a reader must take this many bytes in each second. */
const MIN_BYTES_PER_S = 32 * 1024

export type UnsentAnswers = {
  /** Bodies that several answers share count once. */
  readonly bytes: number
  readonly count: number
  /** The bytes of a waiting answer with this tag if there is one, so that memory has them once. */
  waiting(tag: string): Buffer | undefined
  /**
   * Says if there is room for this many more bytes. To make room, it cuts off readers whose bytes wait longer
   * than the grace.
   */
  makeRoom(bytes: number, now_ms: number): boolean
  /** Answers with the same tag have the same bytes. */
  add(answer: Unsent, tag?: string): void
  remove(answer: Unsent): void
  /** Cuts off the readers that are too slow. */
  cutSlow(now_ms: number): void
}

/** Tracks answers that readers have not taken yet, up to `most` bytes. */
export function createUnsentAnswers(most: number): UnsentAnswers {
  // They are in the order in which they came: the first have waited longest.
  const answers = new Set<Unsent>()
  const bodies = new Map<Buffer, { readers: number; readonly tag: string | undefined }>()
  const tagged = new Map<string, Buffer>()
  let total = 0

  function remove(answer: Unsent): void {
    if (!answers.delete(answer)) return
    const { body } = answer
    const state = bodies.get(body)!
    state.readers -= 1
    if (state.readers > 0) return
    bodies.delete(body)
    if (state.tag !== undefined) tagged.delete(state.tag)
    total -= body.byteLength
  }

  function cut(answer: Unsent): void {
    remove(answer)
    answer.cut()
  }

  return {
    get bytes() {
      return total
    },
    get count() {
      return answers.size
    },
    makeRoom(bytes, now_ms) {
      for (const answer of answers) {
        if (total + bytes <= most || now_ms - answer.since_ms < GRACE_MS) break
        cut(answer)
      }
      return total + bytes <= most
    },
    waiting: (tag) => tagged.get(tag),
    add(answer, tag) {
      const { body } = answer
      answers.add(answer)
      const state = bodies.get(body)
      if (state !== undefined) {
        state.readers += 1
        return
      }
      bodies.set(body, { readers: 1, tag })
      if (tag !== undefined) tagged.set(tag, body)
      total += body.byteLength
    },
    remove,
    cutSlow(now_ms) {
      for (const answer of answers) {
        const allowed_ms = GRACE_MS + (1_000 * answer.body.byteLength) / MIN_BYTES_PER_S
        if (now_ms - answer.since_ms > allowed_ms) cut(answer)
      }
    },
  }
}
