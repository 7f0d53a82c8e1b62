/**
 * How long work tells what it does: `step` is the service or stage, `detail` what happens to it now.
 * `done` says that nothing more will be told of this step.
 */
export type Progress = (step: string, detail: string, done?: boolean) => void

export const noProgress: Progress = () => {}
