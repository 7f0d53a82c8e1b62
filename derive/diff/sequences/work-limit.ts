/**
 * Limits the work of one diff. Work is counted in steps, never in time, so that the same texts give the same result on any
 * machine. A limit that is reached makes the result coarser.
 */
export type WorkLimit = {
  /** Uses up steps. Gives false, and uses none, if fewer are left. */
  spend(steps: number): boolean
  /** Notes that a part was compared more coarsely. */
  coarsen(): void
  /** Whether a part was compared more coarsely. */
  readonly is_reached: boolean
  readonly left: number
}

/** About two seconds of a slow core. */
const STEPS_OF_A_DIFF = 60_000_000

export function createWorkLimit(steps = STEPS_OF_A_DIFF): WorkLimit {
  let left = steps
  let isReached = false
  return {
    spend(used) {
      if (used > left) return false
      left -= used
      return true
    },
    coarsen() {
      isReached = true
    },
    get is_reached() {
      return isReached
    },
    get left() {
      return left
    },
  }
}
