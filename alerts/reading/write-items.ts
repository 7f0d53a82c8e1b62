import type { PoolClient } from 'pg'
import { DAY_MS } from '../../runtime/durations.ts'
import type { ReadChange } from '../log/read-batch.ts'
import type { Watching } from '../matching/watchers.ts'

type Item = {
  readonly recipient_id: number
  readonly read: ReadChange
  readonly subscription_ids: readonly number[]
}

/**
 * Writes one item for each change and recipient, however many of its subscriptions watch the bill. A repeat of the log writes
 * nothing, and neither does an action of which only the day has moved. Returns the number of new items.
 */
export async function writeItems(
  client: PoolClient,
  watching: Watching,
  { now, keep_days }: { readonly now: Date; readonly keep_days: number },
): Promise<number> {
  const reportFrom = await readReportFrom(client, new Date(now.getTime() - keep_days * DAY_MS))
  const items = [...watching].flatMap(([read, recipients]) =>
    read.change.recorded_at < reportFrom
      ? []
      : [...recipients].map(([recipient_id, subscription_ids]) => ({ recipient_id, read, subscription_ids })),
  )
  const reported = await withoutMovedDays(client, await withoutKnown(client, items))
  if (reported.length === 0) return 0
  await insertChanges(client, [...new Set(reported.map(({ read }) => read))])
  const { rowCount } = await client.query(
    `INSERT INTO alerts.item (recipient_id, ce_id, subscription_ids, action_id, action_words, created_at)
     SELECT recipient_id, ce_id, ARRAY(SELECT json_array_elements_text(ids)::bigint), action_id, decode(words, 'hex'), $6
     FROM unnest($1::bigint[], $2::text[], $3::json[], $4::text[], $5::text[]) WITH ORDINALITY
       AS x (recipient_id, ce_id, ids, action_id, words, place)
     ORDER BY place ON CONFLICT (recipient_id, ce_id) DO NOTHING`,
    [
      reported.map((item) => item.recipient_id),
      reported.map(({ read }) => read.change.ce_id),
      reported.map((item) => JSON.stringify(item.subscription_ids)),
      reported.map(({ read }) => read.change.action?.id ?? null),
      reported.map(({ read }) => read.change.action?.words ?? null),
      now,
    ],
  )
  return rowCount ?? 0
}

/**
 * Events that were recorded before are reported to nobody: what was reported is known no longer, or an operator said so after
 * a restore.
 */
async function readReportFrom(client: PoolClient, kept: Date): Promise<string> {
  const { rows } = await client.query<{ report_from: string }>(
    'SELECT greatest(report_from, $1::timestamptz) AS report_from FROM alerts.hold',
    [kept],
  )
  return rows[0]!.report_from
}

const keyOf = (recipientId: number, id: string) => `${recipientId} ${id}`

async function withoutKnown(client: PoolClient, items: readonly Item[]): Promise<Item[]> {
  if (items.length === 0) return []
  const { rows } = await client.query<{ recipient_id: number; ce_id: string }>(
    'SELECT recipient_id, ce_id FROM alerts.item WHERE ce_id = ANY ($1::text[])',
    [[...new Set(items.map(({ read }) => read.change.ce_id))]],
  )
  const known = new Set(rows.map(({ recipient_id, ce_id }) => keyOf(recipient_id, ce_id)))
  return items.filter(({ recipient_id, read }) => {
    const key = keyOf(recipient_id, read.change.ce_id)
    if (known.has(key)) return false
    known.add(key)
    return true
  })
}

/** Leaves out corrections of an action that say what the recipient's last item of the action says, on another day. */
async function withoutMovedDays(client: PoolClient, items: readonly Item[]): Promise<Item[]> {
  const actions = [...new Set(items.flatMap(({ read }) => read.change.action?.id ?? []))]
  const { rows } = await client.query<{ recipient_id: number; action_id: string; words: string | null }>(
    `SELECT DISTINCT ON (recipient_id, action_id) recipient_id, action_id, encode(action_words, 'hex') AS words
     FROM alerts.item WHERE recipient_id = ANY ($1::bigint[]) AND action_id = ANY ($2::text[])
     ORDER BY recipient_id, action_id, id DESC`,
    [[...new Set(items.map(({ recipient_id }) => recipient_id))], actions],
  )
  const last = new Map(
    rows.map(({ recipient_id, action_id, words }) => [keyOf(recipient_id, action_id), words]),
  )
  return items.filter(({ recipient_id, read: { change } }) => {
    if (change.action === undefined) return true
    const key = keyOf(recipient_id, change.action.id)
    const isMoved = change.content.kind === 'action_corrected' && last.get(key) === change.action.words
    last.set(key, change.action.words)
    return !isMoved
  })
}

async function insertChanges(client: PoolClient, read: readonly ReadChange[]): Promise<void> {
  const changes = read.map(({ change }) => change)
  await client.query(
    `INSERT INTO alerts.change (ce_id, bill_id, bill, content, recorded_at)
     SELECT * FROM unnest($1::text[], $2::bigint[], $3::json[], $4::json[], $5::timestamptz[]) ON CONFLICT DO NOTHING`,
    [
      changes.map(({ ce_id }) => ce_id),
      changes.map(({ bill_id }) => bill_id),
      changes.map(({ bill }) => JSON.stringify(bill)),
      changes.map(({ content }) => JSON.stringify(content)),
      changes.map(({ recorded_at }) => recorded_at),
    ],
  )
}
