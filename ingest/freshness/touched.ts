import type { ObservedType } from '../observation.ts'
import type { Outcome } from '../observe/record-changes.ts'

/** What a run added and where, so that freshness looks at nothing else. */
export type Touched = {
  /** Entities of which this source had told nothing: jurisdiction → kind → how many. */
  readonly added: Map<string, Map<ObservedType, number>>
  /** Sessions with bills that came or went, by the beginning of the bills' natural keys: `division|session`. */
  readonly sessions: Set<string>
}

export function createTouched(): Touched {
  return { added: new Map(), sessions: new Set() }
}

const SERIES_EVENTS = new Set(['bill.introduced', 'bill.removed', 'bill.merged'])

export function noteOutcome(touched: Touched, { placed, kind, event_types }: Outcome): void {
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
  if (entity === 'bill' && event_types.some((type) => SERIES_EVENTS.has(type))) {
    touched.sessions.add(placed.natural_key.split('|').slice(0, 2).join('|'))
  }
}
