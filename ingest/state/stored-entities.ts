import type {
  Action,
  BillCore,
  Document,
  Progress,
  RelatedBill,
  Sponsor,
  Version,
} from '../../schemas/event-bodies/bill.ts'
import type { CommentPeriod, Regulation } from '../../schemas/event-bodies/regulation.ts'
import type { RollCall } from '../../schemas/event-bodies/vote.ts'
import type { EventBodyOf, EventType } from '../../schemas/log/event-catalog.ts'
import { canonicalJson } from '../../schemas/values/canonical-json.ts'
import type { ObservedType, PartsOf } from '../source-interface/observation.ts'

/** An action that is gone: if it comes back it takes its id again, and nothing else ever does. */
export type RetiredAction = { readonly id: string; readonly key: string }

export type StoredBill = {
  readonly core: BillCore
  readonly actions: readonly Action[]
  readonly progress: readonly Progress[]
  readonly sponsors: readonly Sponsor[]
  readonly versions: readonly Version[]
  readonly documents: readonly Document[]
  readonly related_bills: readonly RelatedBill[]
  readonly retired_actions: readonly RetiredAction[]
  /** Ids of items of lists that were corrected and are gone. What was held before they were kept has none. */
  readonly retired_items?: readonly string[]
}

/** What the log was last told of an entity. */
export type StoredOf = {
  [T in ObservedType]: T extends 'bill'
    ? StoredBill
    : T extends 'regulation'
      ? { readonly regulation: Regulation; readonly comment_period: CommentPeriod | null }
      : T extends 'session'
        ? Pick<PartsOf['session'], 'session'> & Partial<PartsOf['session']>
        : Readonly<PartsOf[T]>
}

/** An entity that its source took back. It keeps what its ids meant. */
export type Removed = {
  readonly removed: string
  readonly retired_actions: readonly RetiredAction[]
  readonly retired_items?: readonly string[]
}

export type Stored<T extends ObservedType> = StoredOf[T] | Removed

export function isRemoved(stored: object): stored is Removed {
  return 'removed' in stored
}

/** Of a bill that is there. */
export function coreOf(stored: object | null): BillCore | null {
  return stored === null || isRemoved(stored) ? null : ((stored as Partial<StoredBill>).core ?? null)
}

/** Of a vote that is there. */
export function voteOf(stored: object | null): RollCall | null {
  return stored === null || isRemoved(stored) ? null : ((stored as Partial<PartsOf['vote']>).vote ?? null)
}

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

export function isSame(a: unknown, b: unknown): boolean {
  if (Array.isArray(a) && Array.isArray(b) && a.length !== b.length) return false
  return JSON.stringify(a) === JSON.stringify(b) || canonicalJson(a) === canonicalJson(b)
}
