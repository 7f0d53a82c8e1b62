import { dayOf } from '../../schemas/calendar-day.ts'
import type { ObservedType } from '../observation.ts'
import type { Outcome } from '../observe/record-changes.ts'

/** What a run added and where, so that freshness looks at nothing else. */
export type Touched = {
  /** Entities of which this source had told nothing: jurisdiction → kind → how many. */
  readonly added: Map<string, Map<ObservedType, number>>
  /** Sessions with bills that came or went, by the beginning of the bills' natural keys: `division|session`. */
  readonly sessions: Set<string>
  /** The last day of an action, not after today, of each session whose bills had events, by the same key. */
  readonly last_actions: Map<string, string | null>
  /** Sessions that had an event of their own: they were listed, or they ended. */
  readonly listed: Set<string>
}

export function createTouched(): Touched {
  return { added: new Map(), sessions: new Set(), last_actions: new Map(), listed: new Set() }
}

const SERIES_EVENTS = new Set(['bill.introduced', 'bill.removed', 'bill.merged'])

export function noteOutcome(touched: Touched, { placed, kind, event_types }: Outcome, now: Date): void {
  if (kind === 'rejected' || kind === 'stale') return
  const { entity, jurisdiction } = placed.observation
  if (placed.known === null || placed.known.snapshots.size === 0) {
    let kinds = touched.added.get(jurisdiction)
    if (kinds === undefined) {
      kinds = new Map()
      touched.added.set(jurisdiction, kinds)
    }
    kinds.set(entity, (kinds.get(entity) ?? 0) + 1)
  }
  if (entity === 'session' && event_types.length > 0) touched.listed.add(placed.natural_key)
  if (entity !== 'bill' || event_types.length === 0) return
  const session = placed.natural_key.split('|').slice(0, 2).join('|')
  if (event_types.some((type) => SERIES_EVENTS.has(type))) touched.sessions.add(session)
  const { actions = [] } = placed.observation.parts
  const today = now.toISOString().slice(0, 10)
  const days = actions.map(({ date }) => dayOf(date)).filter((day) => day !== null && day <= today)
  const last_on = [...days, touched.last_actions.get(session) ?? null].reduce(later, null)
  touched.last_actions.set(session, last_on)
}

const later = (a: string | null, b: string | null): string | null =>
  a === null || (b !== null && b > a) ? b : a
