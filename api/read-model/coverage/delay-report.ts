import { DELAY_ENDS_MS } from '../../../runtime/delays/delay-classes.ts'
import type { DelayTarget } from '../../../runtime/delays/delay-counter.ts'
import { DAY_MS } from '../../../runtime/durations.ts'

/** A row of control.delay_count: the counts of a day, by the classes of runtime/delays/delay-classes.ts. */
export type CountedDelays = {
  readonly target: DelayTarget
  /** YYYY-MM-DD, in UTC. */
  readonly day: string
  readonly counts: readonly number[]
}

type Window = {
  readonly events: number
  readonly p50_s: number | null
  readonly p95_s: number | null
  readonly since: string
}
type WebhookWindow = Omit<Window, 'events'> & { readonly deliveries: number }

export type DelayReport = {
  readonly api: { readonly two_days: Window | null; readonly seven_days: Window | null }
  readonly webhook: { readonly two_days: WebhookWindow | null; readonly seven_days: WebhookWindow | null }
}

/** A smaller number could reveal that one customer gets webhooks of a place. */
const MIN_DELIVERIES = 20
const MAX_DAYS = 7

/** Gives the first day of a report. */
export const firstDayAt = (now: Date): string => dayBefore(now, MAX_DAYS - 1)

const dayBefore = (now: Date, days: number): string =>
  new Date(now.getTime() - days * DAY_MS).toISOString().slice(0, 10)

/** The delays of one place. */
export function delayReport(rows: readonly CountedDelays[], now: Date): DelayReport {
  const of = (target: DelayTarget, days: number) =>
    windowOf(rows.filter((row) => row.target === target && row.day >= dayBefore(now, days - 1)))
  return {
    api: { two_days: of('api', 2), seven_days: of('api', MAX_DAYS) },
    webhook: {
      two_days: published(of('webhook', 2)),
      seven_days: published(of('webhook', MAX_DAYS)),
    },
  }
}

function windowOf(rows: readonly CountedDelays[]): Window | null {
  const counts = [...DELAY_ENDS_MS, null].map((_, place) =>
    rows.reduce((sum, row) => sum + (row.counts[place] ?? 0), 0),
  )
  const events = counts.reduce((sum, count) => sum + count, 0)
  const since = rows.map(({ day }) => day).toSorted()[0]
  if (since === undefined || events === 0) return null
  return { events, p50_s: withinPercent(50, counts), p95_s: withinPercent(95, counts), since }
}

/**
 * Gives a percentile in seconds: the end of the class that contains it, so never less than the true value.
 * null if that class has no end, or if there are no counts.
 */
export function withinPercent(percent: number, counts: readonly number[]): number | null {
  const total = counts.reduce((sum, count) => sum + count, 0)
  const wanted = Math.max(1, Math.ceil((percent * total) / 100))
  let seen = 0
  for (const [place, count] of counts.entries()) {
    seen += count
    if (seen >= wanted) return secondsOf(DELAY_ENDS_MS[place])
  }
  return null
}

const secondsOf = (ms: number | undefined): number | null => (ms === undefined ? null : ms / 1_000)

function published(window: Window | null): WebhookWindow | null {
  if (window === null || window.events < MIN_DELIVERIES) return null
  const { events, ...rest } = window
  return { deliveries: roundedDown(events), ...rest }
}

/** Rounds down to 1, 2 or 5 and zeros. An exact number would show when another customer gets a delivery. */
export function roundedDown(count: number): number {
  const power = 10 ** Math.floor(Math.log10(count))
  const step = [5, 2, 1].find((one) => one * power <= count) ?? 1
  return step * power
}
