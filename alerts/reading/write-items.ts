import type { PoolClient } from 'pg'
import { DAY_MS } from '../../runtime/durations.ts'
import type { ReadChange } from '../log/read-batch.ts'
import type { Watching } from '../matching/watchers.ts'

type Item = {
  /** Nothing new for the recipient: it is known from now on, and no digest takes it. */
  readonly is_silent: boolean
  readonly recipient_id: number
  readonly read: ReadChange
  readonly subscription_ids: readonly number[]
}

/**
 * Writes one item for each change and recipient, however many of its subscriptions watch the bill. A repeat of the log writes
 * nothing. An action of which only the day has moved is written so that no digest takes it: if the log is read again, it is
 * known, whatever was said of the action since. Returns the number of new items to report.
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
      : [...recipients].map(([recipient_id, subscription_ids]) => ({
          recipient_id,
          read,
          subscription_ids,
          is_silent: false,
        })),
  )
  const found = await silenceMovedDays(client, await withoutKnown(client, items))
  if (found.length === 0) return 0
  await insertChanges(client, [...new Set(found.map(({ read }) => read))])
  const { rows } = await client.query<{ digest_id: number | null }>(
    `INSERT INTO alerts.item (recipient_id, ce_id, subscription_ids, action_id, action_words, created_at,
       digest_id)
     SELECT recipient_id, ce_id, ARRAY(SELECT json_array_elements_text(ids)::bigint), action_id, decode(words, 'hex'), $6,
       CASE WHEN is_silent THEN 0 END
     FROM unnest($1::bigint[], $2::text[], $3::json[], $4::text[], $5::text[], $7::boolean[]) WITH ORDINALITY
       AS x (recipient_id, ce_id, ids, action_id, words, is_silent, place)
     ORDER BY place ON CONFLICT (recipient_id, ce_id) DO NOTHING RETURNING digest_id`,
    [
      found.map((item) => item.recipient_id),
      found.map(({ read }) => read.change.ce_id),
      found.map((item) => JSON.stringify(item.subscription_ids)),
      found.map(({ read }) => read.change.action?.id ?? null),
      found.map(({ read }) => read.change.action?.words ?? null),
      now,
      found.map(({ is_silent }) => is_silent),
    ],
  )
  return rows.filter(({ digest_id }) => digest_id === null).length
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

/** Silences corrections of an action that say what the recipient's last item of the action says, on another day. */
async function silenceMovedDays(client: PoolClient, items: readonly Item[]): Promise<Item[]> {
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
  return items.map((item) => {
    const { recipient_id, read, subscription_ids } = item
    const { change } = read
    if (change.action === undefined) return item
    const key = keyOf(recipient_id, change.action.id)
    const isMoved = change.content.kind === 'action_corrected' && last.get(key) === change.action.words
    last.set(key, change.action.words)
    return { recipient_id, read, subscription_ids, is_silent: isMoved }
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
