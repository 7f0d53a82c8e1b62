import type { PoolClient } from 'pg'
import type { Queryable } from '../../runtime/postgres/postgres.ts'
import { LegislogError } from '../../schemas/errors.ts'
import type { SheetSearch } from '../../schemas/http/sheets/sheet.ts'

/** Returns those of these bills that each search finds in the live read schema. A search that finds none may be missing. */
export type MatchSearches = (
  searches: readonly SheetSearch[],
  billIds: readonly number[],
) => Promise<ReadonlyMap<SheetSearch, readonly number[]>>

/** Bills of a batch that a search finds, its own or that of its sheet. */
export type FoundBySearch = readonly { readonly subscription_id: number; readonly bill_id: number }[]

type Searching = {
  readonly subscription_id: number
  readonly sheet_id: number | null
  readonly search: SheetSearch
}

/** The searches of a moment. They are compared later, with those of the transaction. */
export type Searches = {
  /** The same search is the same object, however many subscriptions have it. */
  readonly searching: readonly Searching[]
  /** A hash over all that can change. */
  readonly state: string
}

/** The searches that were read last, since they hardly change between two batches. */
const lastRead = new WeakMap<Queryable, Searches>()

const SEARCHING = `alerts.subscription s
  LEFT JOIN account.bill_sheet h ON h.id = s.sheet_id AND h.removed_at IS NULL
  WHERE s.removed_at IS NULL AND s.stopped_at IS NULL AND NOT s.is_paused AND coalesce(s.search, h.search) IS NOT NULL`

export async function readSearches(database: Queryable): Promise<Searches> {
  const state = await readState(database)
  const known = lastRead.get(database)
  if (known?.state === state) return known
  const { rows } = await database.query<Searching>(
    `SELECT s.id AS subscription_id, s.sheet_id, coalesce(s.search, h.search) AS search FROM ${SEARCHING} ORDER BY s.id`,
  )
  const distinct = new Map<string, SheetSearch>()
  const searching = rows.map(({ subscription_id, sheet_id, search }) => {
    const text = JSON.stringify(search)
    const same = distinct.get(text) ?? search
    distinct.set(text, same)
    return { subscription_id, sheet_id, search: same }
  })
  const searches = { searching, state }
  lastRead.set(database, searches)
  return searches
}

async function readState(client: Queryable): Promise<string> {
  const { rows } = await client.query<{ state: string }>(
    `SELECT count(*) || ' ' || coalesce(bit_xor(hash_record_extended(ROW(s.id, s.updated_at, h.version), 0)), 0) AS state
     FROM ${SEARCHING}`,
  )
  return rows[0]!.state
}

/** Throws `positions_moved` if a search has come or changed since: the batch is then read again with it. */
export async function requireSameSearches(client: PoolClient, { state }: Searches): Promise<void> {
  if ((await readState(client)) !== state)
    throw new LegislogError('positions_moved', 'searches of alerts have changed since the batch was read')
}

/** Asks each search once, however many subscriptions have it. */
export async function findBySearches(
  { searching }: Searches,
  billIds: readonly number[],
  match: MatchSearches,
): Promise<FoundBySearch> {
  if (billIds.length === 0 || searching.length === 0) return []
  const found = await match([...new Set(searching.map(({ search }) => search))], billIds)
  return searching.flatMap(({ subscription_id, search }) =>
    (found.get(search) ?? []).map((bill_id) => ({ subscription_id, bill_id })),
  )
}

/** Somebody took these bills out of a sheet, so its search does not add them again. */
export async function withoutExcluded(
  client: PoolClient,
  { searching }: Searches,
  found: FoundBySearch,
): Promise<FoundBySearch> {
  const sheets = new Map(searching.map(({ subscription_id, sheet_id }) => [subscription_id, sheet_id]))
  const asked = [...new Set([...sheets.values()].filter((id) => id !== null))]
  if (found.length === 0 || asked.length === 0) return found
  const { rows } = await client.query<{ sheet_id: number; bill_id: number }>(
    `SELECT sheet_id, bill_id FROM account.bill_sheet_item
     WHERE sheet_id = ANY ($1::bigint[]) AND bill_id = ANY ($2::bigint[]) AND is_excluded`,
    [asked, found.map(({ bill_id }) => bill_id)],
  )
  const excluded = new Set(rows.map(({ sheet_id, bill_id }) => `${sheet_id} ${bill_id}`))
  return found.filter(
    ({ subscription_id, bill_id }) => !excluded.has(`${sheets.get(subscription_id)} ${bill_id}`),
  )
}

/**
 * Remembers which bills a search of a subscription finds. So the event by which a bill leaves it is reported, and later ones
 * are not.
 */
export async function rememberFound(
  client: PoolClient,
  { searching }: Searches,
  found: FoundBySearch,
  billIds: readonly number[],
): Promise<void> {
  const own = new Set(
    searching.filter(({ sheet_id }) => sheet_id === null).map(({ subscription_id }) => subscription_id),
  )
  if (own.size === 0 || billIds.length === 0) return
  const ownFound = found.filter(({ subscription_id }) => own.has(subscription_id))
  const columns = [ownFound.map((one) => one.subscription_id), ownFound.map((one) => one.bill_id)]
  await client.query(
    `DELETE FROM alerts.watched_bill w WHERE subscription_id = ANY ($3::bigint[]) AND bill_id = ANY ($4::bigint[])
       AND NOT EXISTS (
         SELECT FROM unnest($1::bigint[], $2::bigint[]) AS f (subscription_id, bill_id)
         WHERE f.subscription_id = w.subscription_id AND f.bill_id = w.bill_id
       )`,
    [...columns, [...own], billIds],
  )
  await client.query(
    `INSERT INTO alerts.watched_bill (subscription_id, bill_id) SELECT * FROM unnest($1::bigint[], $2::bigint[])
     ON CONFLICT DO NOTHING`,
    columns,
  )
}
