import { dayOf } from '../../schemas/values/calendar-day.ts'
import type { Observation, ObservedType } from '../source-interface/observation.ts'

/** The changes of a run by place, so that freshness reads nothing else. */
export type RunChanges = {
  /** Entities that this source reported for the first time: jurisdiction → kind → count. */
  readonly added: Map<string, Map<ObservedType, number>>
  /** Sessions with added or removed bills, by the start of the bills' natural keys: `division|session`. */
  readonly sessions: Set<string>
  /** The last day of an action, not after today, of each session whose bills had events, by the same key. */
  readonly last_actions: Map<string, string | null>
  /** Sessions with an event of their own: they were listed, or they ended. */
  readonly listed: Set<string>
}

export function createRunChanges(): RunChanges {
  return { added: new Map(), sessions: new Set(), last_actions: new Map(), listed: new Set() }
}

/** The outcome of one arrival, as far as freshness needs it. */
type NotedOutcome = {
  readonly kind: string
  readonly event_types: readonly string[]
  readonly resolved: {
    readonly observation: Observation
    readonly natural_key: string
    readonly known: { readonly snapshots: { readonly size: number } } | null
  }
}

const SERIES_EVENTS = new Set(['bill.introduced', 'bill.removed', 'bill.merged'])

export function noteChanges(
  changes: RunChanges,
  { resolved, kind, event_types }: NotedOutcome,
  now: Date,
): void {
  if (kind === 'rejected' || kind === 'stale') return
  const { entity, jurisdiction } = resolved.observation
  if (resolved.known === null || resolved.known.snapshots.size === 0) {
    let kinds = changes.added.get(jurisdiction)
    if (kinds === undefined) {
      kinds = new Map()
      changes.added.set(jurisdiction, kinds)
    }
    kinds.set(entity, (kinds.get(entity) ?? 0) + 1)
  }
  if (entity === 'session' && event_types.length > 0) changes.listed.add(resolved.natural_key)
  if (entity !== 'bill' || event_types.length === 0) return
  const session = resolved.natural_key.split('|').slice(0, 2).join('|')
  if (event_types.some((type) => SERIES_EVENTS.has(type))) changes.sessions.add(session)
  const { actions = [] } = resolved.observation.parts
  const today = now.toISOString().slice(0, 10)
  const days = actions.map(({ date }) => dayOf(date)).filter((day) => day !== null && day <= today)
  const lastOn = [...days, changes.last_actions.get(session) ?? null].reduce(later, null)
  changes.last_actions.set(session, lastOn)
}

const later = (a: string | null, b: string | null): string | null =>
  a === null || (b !== null && b > a) ? b : a
