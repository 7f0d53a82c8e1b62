/** So many events may fail in a minute whatever their share: a quiet minute has few others. */
const HANDFUL = 10
const SHARE = 0.01

/** Events of a minute, and those of them that could not be applied. */
export type ParkCount = { readonly events: number; readonly failed: number }

/** A bad event is set aside; a bad deploy must not set the whole log aside. */
export function isOverLimit({ events, failed }: ParkCount): boolean {
  return failed > HANDFUL && failed > events * SHARE
}
