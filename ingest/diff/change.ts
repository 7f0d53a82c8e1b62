import type { EventBodyOf, EventType } from '../../schemas/log/event-catalog.ts'
import type { ObservedType } from '../source-interface/observation.ts'
import type { Stored } from '../state/stored-entities.ts'

/** What an event says, without the ids and the context that every event of the entity carries. */
export type Fact = {
  [K in EventType]: { readonly type: K; readonly part: Omit<EventBodyOf<K>, 'id' | 'ocd_id' | 'bill'> }
}[EventType]

export type Change<T extends ObservedType> = {
  /** null while nothing can be told: parts of a bill that nobody has introduced. */
  readonly stored: Stored<T> | null
  /** In the order in which they are told. Empty: nothing changed that is told. */
  readonly facts: readonly Fact[]
  /** What is held changed though nothing is told: the order of actions within a day. */
  readonly is_reordered?: boolean
}
