import type { EventType } from './event-catalog.ts'
import type { EventBodyOf } from './event-schemas.ts'

/** Everything about an event except its body: CloudEvents 1.0 attributes and our extensions. */
export type EventMeta = {
  /** Hash of subject, type, sequence and content: a repeat has the same id, byte for byte. */
  readonly id: string
  /** The source that observed it: `scraper/openstates/us-wa`. */
  readonly source: string
  /** The entity's ocd_id. */
  readonly subject: string
  /** When the fact was observed, RFC 3339 UTC. */
  readonly time: string
  /** Version of the schema with which the body was written. */
  readonly schema_version: number
  /**
   * Stamped by the relay when it claims the event: the `updated_at` of the rows that it changes. RFC 3339 UTC,
   * microseconds.
   */
  readonly recorded_at: string
  /** Grows by one with each event of an entity, from 1. */
  readonly sequence: number
  /** The run that observed it. */
  readonly run: string
  /** True if the event is historical: it changes read models and sends no webhook. */
  readonly backfill: boolean
}

/** An event as projectors and the dispatcher see it: current version, validated, with its place in the log. */
export type LogEvent<T extends EventType = EventType> = {
  [K in T]: {
    readonly type: K
    readonly meta: EventMeta
    readonly body: EventBodyOf<K>
    /** The packed place in the log (position.ts). */
    readonly seq: bigint
    readonly key: string
  }
}[T]
