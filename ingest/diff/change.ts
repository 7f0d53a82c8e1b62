import type { EventType } from '../../schemas/log/event-catalog.ts'
import type { EventBodyOf } from '../../schemas/log/event-schemas.ts'
import type { ObservedType } from '../source-interface/observation.ts'
import type { Stored } from '../state/stored-entities.ts'

/** The content of an event, without the ids and the context that all events of the entity have. */
export type Fact = {
  [K in EventType]: { readonly type: K; readonly part: Omit<EventBodyOf<K>, 'id' | 'ocd_id' | 'bill'> }
}[EventType]

export type Change<T extends ObservedType> = {
  /** null if nothing can be emitted, such as parts of a bill that no source has introduced. */
  readonly stored: Stored<T> | null
  /** The facts in the order in which they are emitted. Empty if nothing changed. */
  readonly facts: readonly Fact[]
  /** The stored content changes without a fact: the order of actions within a day. */
  readonly is_reordered?: boolean
}
