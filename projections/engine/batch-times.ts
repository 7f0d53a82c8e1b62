/** Milliseconds by stage of a batch. */
export const stages = ['decode', 'load', 'fold', 'write', 'commit'] as const
export type Stage = (typeof stages)[number]
export type BatchTimes = Record<Stage, number>

/** Adds the time of `work` to a stage. */
export async function timed<T>(times: BatchTimes, stage: Stage, work: () => T | Promise<T>): Promise<T> {
  const start = performance.now()
  try {
    return await work()
  } finally {
    times[stage] += performance.now() - start
  }
}

export const noTimes = (): BatchTimes => ({ decode: 0, load: 0, fold: 0, write: 0, commit: 0 })
