/** This many events may fail in a minute whatever their share: a quiet minute has few other events. */
const HANDFUL = 10
const SHARE = 0.01

/** The events of a minute, and how many of them failed. */
export type ParkCount = { readonly events: number; readonly failed: number }

/** A bad event is parked, but a bad deploy must not park the whole log. */
export function isOverLimit({ events, failed }: ParkCount): boolean {
  return failed > HANDFUL && failed > events * SHARE
}
