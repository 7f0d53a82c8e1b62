/** An answer whose bytes have not all been handed to the system. */
export type Unsent = {
  readonly bytes: number
  readonly since_ms: number
  /** Closes its connection. */
  cut(): void
}

/** So long an answer may take at least, whatever is waiting. */
const GRACE_MS = 10_000
/** Then a reader must have taken so much in each second. */
const SLOWEST_BYTES_PER_S = 32 * 1024

export type UnsentAnswers = {
  readonly bytes: number
  readonly count: number
  /** Whether so many bytes more have room. Readers that hold bytes for longer than the grace are cut to make it. */
  makeRoom(bytes: number, now_ms: number): boolean
  add(answer: Unsent): void
  remove(answer: Unsent): void
  /** Cuts the readers that are slower than any reader may be. */
  cutSlow(now_ms: number): void
}

/** Answers that readers have not taken yet, at most `most` bytes of them. */
export function createUnsentAnswers(most: number): UnsentAnswers {
  // In the order in which they came: the first have waited longest.
  const answers = new Set<Unsent>()
  let total = 0

  function remove(answer: Unsent): void {
    if (answers.delete(answer)) total -= answer.bytes
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
    add(answer) {
      answers.add(answer)
      total += answer.bytes
    },
    remove,
    cutSlow(now_ms) {
      for (const answer of answers) {
        const allowed_ms = GRACE_MS + (1_000 * answer.bytes) / SLOWEST_BYTES_PER_S
        if (now_ms - answer.since_ms > allowed_ms) cut(answer)
      }
    },
  }
}
