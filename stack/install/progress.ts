/**
 * Reports progress of long work: `step` is the service or stage, `detail` what happens to it now.
 * `done` marks the last report of this step.
 */
export type Progress = (step: string, detail: string, done?: boolean) => void

export const noProgress: Progress = () => {}
