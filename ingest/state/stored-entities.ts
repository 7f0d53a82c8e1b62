import type { PoolClient } from 'pg'
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
import { canonicalJson } from '../../schemas/values/canonical-json.ts'
import type { ObservedType, PartsOf } from '../source-interface/observation.ts'
import { packTexts } from './packed-texts.ts'

/** A removed action. If it comes back it gets its id again; nothing else ever does. */
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
  /** Ids of list items that were corrected and then removed. Older rows have none. */
  readonly retired_items?: readonly string[]
}

/** The content of an entity as the log last received it. */
export type StoredOf = {
  [T in ObservedType]: T extends 'bill'
    ? StoredBill
    : T extends 'regulation'
      ? { readonly regulation: Regulation; readonly comment_period: CommentPeriod | null }
      : T extends 'session'
        ? Pick<PartsOf['session'], 'session'> & Partial<PartsOf['session']>
        : Readonly<PartsOf[T]>
}

/** An entity that its source removed. The meaning of its ids is kept. */
export type Removed = {
  readonly removed: string
  readonly retired_actions: readonly RetiredAction[]
  readonly retired_items?: readonly string[]
}

export type Stored<T extends ObservedType> = StoredOf[T] | Removed

export function isRemoved(stored: object): stored is Removed {
  return 'removed' in stored
}

/** A bill that is not removed. */
export function coreOf(stored: object | null): BillCore | null {
  return stored === null || isRemoved(stored) ? null : ((stored as Partial<StoredBill>).core ?? null)
}

/** A vote that is not removed. */
export function voteOf(stored: object | null): RollCall | null {
  return stored === null || isRemoved(stored) ? null : ((stored as Partial<PartsOf['vote']>).vote ?? null)
}

export function isSame(a: unknown, b: unknown): boolean {
  if (Array.isArray(a) && Array.isArray(b) && a.length !== b.length) return false
  return JSON.stringify(a) === JSON.stringify(b) || canonicalJson(a) === canonicalJson(b)
}

export type NewStored = {
  readonly entity_id: number
  readonly entity: ObservedType
  readonly jurisdiction: string
  readonly content: object
}

export async function loadStored(
  client: PoolClient,
  entityIds: readonly number[],
): Promise<Map<number, object>> {
  const { rows } = await client.query<{ entity_id: number; content: object }>(
    'SELECT entity_id, content FROM ingest.stored_entity WHERE entity_id = ANY ($1::bigint[])',
    [entityIds],
  )
  return new Map(rows.map(({ entity_id, content }) => [entity_id, content]))
}

export async function saveStored(
  client: PoolClient,
  stored: readonly { readonly entity_id: number; readonly content: object }[],
): Promise<void> {
  if (stored.length === 0) return
  const contents = packTexts(stored.map(({ content }) => JSON.stringify(content)))
  await client.query(
    `INSERT INTO ingest.stored_entity (entity_id, content)
     SELECT w.entity_id, convert_from(substr($2::bytea, w.starts, w.length), 'UTF8')::json
     FROM unnest($1::bigint[], $3::int[], $4::int[]) AS w (entity_id, starts, length)
     ON CONFLICT (entity_id) DO UPDATE SET content = excluded.content`,
    [stored.map(({ entity_id }) => entity_id), contents.bytes, contents.starts, contents.lengths],
  )
}
