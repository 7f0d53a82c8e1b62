/** The pace of a phase, and its remaining time at that pace. */
type Pace = {
  /** Average since its start. */
  readonly per_s: number
  /** null while it is unknown. */
  readonly eta_s: number | null
}

export function paceOf(done: number, of: number, seconds: number): Pace {
  const per_s = seconds > 0 ? done / seconds : 0
  return { per_s, eta_s: per_s > 0 ? Math.max(of - done, 0) / per_s : null }
}

export type EventProgress = {
  readonly events_done: number
  readonly events: number
  readonly events_per_s: number
  readonly eta_s: number | null
}

export function eventProgress(eventsDone: number, events: number, seconds: number): EventProgress {
  const { per_s, eta_s } = paceOf(eventsDone, events, seconds)
  return {
    events_done: eventsDone,
    events,
    events_per_s: Math.round(per_s),
    eta_s: eta_s && Math.round(eta_s),
  }
}

/** Includes `rows` if the phase counts them. */
export function describeEvents(progress: EventProgress & { readonly rows?: number }): string {
  const { events_done, events, rows, events_per_s, eta_s } = progress
  const share = events === 0 ? 100 : Math.floor((100 * events_done) / events)
  const rowsPart = rows === undefined ? '' : `, ${rows} rows`
  return `${events_done} of ${events} events (${share} %)${rowsPart}, ${events_per_s} events/s${describeLeft(eta_s)}`
}

export const describeLeft = (eta_s: number | null): string =>
  eta_s === null ? '' : `, ${Math.ceil(eta_s)} s left`
