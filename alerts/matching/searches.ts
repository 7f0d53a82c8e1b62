import type { PoolClient } from 'pg'
import type { Queryable } from '../../runtime/postgres/postgres.ts'
import { LegislogError } from '../../schemas/errors.ts'
import type { SheetSearch } from '../../schemas/http/sheets/sheet.ts'

/** Returns those of these bills that a search finds in the live read schema. */
export type MatchSearch = (search: SheetSearch, billIds: readonly number[]) => Promise<readonly number[]>

/** Bills of a batch that a search finds, its own or that of its sheet. */
export type FoundBySearch = readonly { readonly subscription_id: number; readonly bill_id: number }[]

type Searching = {
  readonly subscription_id: number
  readonly sheet_id: number | null
  readonly search: SheetSearch
}

/** The searches of a moment. They are compared later, with those of the transaction. */
export type Searches = { readonly searching: readonly Searching[]; readonly state: string }

export async function readSearches(client: Queryable): Promise<Searches> {
  const { rows } = await client.query<Searching & { changed: string }>(
    `SELECT s.id AS subscription_id, s.sheet_id, coalesce(s.search, h.search) AS search,
       s.updated_at || ' ' || coalesce(h.version, 0) AS changed
     FROM alerts.subscription s
     LEFT JOIN account.bill_sheet h ON h.id = s.sheet_id AND h.removed_at IS NULL
     WHERE s.removed_at IS NULL AND s.stopped_at IS NULL AND NOT s.is_paused
       AND (s.search IS NOT NULL OR h.search IS NOT NULL) ORDER BY s.id`,
  )
  return {
    searching: rows,
    state: rows.map(({ subscription_id, changed }) => `${subscription_id} ${changed}`).join('\n'),
  }
}

/** Throws `positions_moved` if a search has come or changed since: the batch is then read again with it. */
export async function requireSameSearches(client: PoolClient, { state }: Searches): Promise<void> {
  if ((await readSearches(client)).state !== state)
    throw new LegislogError('positions_moved', 'searches of alerts have changed since the batch was read')
}

/** Asks each search once, however many subscriptions have it. */
export async function findBySearches(
  { searching }: Searches,
  billIds: readonly number[],
  match: MatchSearch,
): Promise<FoundBySearch> {
  if (billIds.length === 0) return []
  const found: { subscription_id: number; bill_id: number }[] = []
  for (const same of Map.groupBy(searching, ({ search }) => JSON.stringify(search)).values()) {
    const ids = await match(same[0]!.search, billIds)
    for (const { subscription_id } of same)
      for (const bill_id of ids) found.push({ subscription_id, bill_id })
  }
  return found
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
  const own = searching.flatMap(({ subscription_id, sheet_id }) =>
    sheet_id === null ? [subscription_id] : [],
  )
  if (own.length === 0 || billIds.length === 0) return
  const ownFound = found.filter(({ subscription_id }) => own.includes(subscription_id))
  const columns = [ownFound.map((one) => one.subscription_id), ownFound.map((one) => one.bill_id)]
  await client.query(
    `DELETE FROM alerts.watched_bill w WHERE subscription_id = ANY ($3::bigint[]) AND bill_id = ANY ($4::bigint[])
       AND NOT EXISTS (
         SELECT FROM unnest($1::bigint[], $2::bigint[]) AS f (subscription_id, bill_id)
         WHERE f.subscription_id = w.subscription_id AND f.bill_id = w.bill_id
       )`,
    [...columns, own, billIds],
  )
  await client.query(
    `INSERT INTO alerts.watched_bill (subscription_id, bill_id) SELECT * FROM unnest($1::bigint[], $2::bigint[])
     ON CONFLICT DO NOTHING`,
    columns,
  )
}
