import type { PoolClient } from 'pg'
import { DERIVE_LOCK } from '../../../runtime/postgres/advisory-locks.ts'
import { liveReadSchema } from '../../../runtime/postgres/live-read-schema.ts'
import { type Database, inTransaction, type Queryable } from '../../../runtime/postgres/postgres.ts'
import { tryWithAdvisoryLock } from '../../../runtime/postgres/with-advisory-lock.ts'
import { type BillPosition, type Followed, START } from '../../bills/changed-bills.ts'
import {
  type FilingText,
  MENTIONS_VERSION,
  mentionsOf,
  type PlacedBill,
  type PlacedRegulation,
} from './filing-mentions.ts'

const FILINGS_AT_ONCE = 500

/**
 * Finds what changed filings mention, until nothing remains. Continues where the last process stopped. Gives false, and
 * does nothing, if another process derives.
 */
export async function fillMentions(options: {
  readonly database: Database
  readonly signal: AbortSignal
}): Promise<boolean> {
  const { database, signal } = options
  return tryWithAdvisoryLock(database, DERIVE_LOCK, async () => {
    let remains = true
    while (remains) {
      signal.throwIfAborted()
      remains = await fillNext(database)
    }
  })
}

type Changed = FilingText & BillPosition

async function fillNext(database: Database): Promise<boolean> {
  const followed = await readFollowed(database)
  if (followed === undefined) return false
  const { read_schema, watermark, position } = followed
  const { rows: filings } = await database.query<Changed>(
    `SELECT updated_at, seq::text AS seq, id, jurisdiction, year, activities
     FROM ${read_schema}.lobbying_filings
     WHERE (updated_at, seq, id) > ($1, $2, $3) AND updated_at < $4
     ORDER BY updated_at, seq, id LIMIT ${FILINGS_AT_ONCE}`,
    [position.updated_at, position.seq, position.id, watermark],
  )
  const last = filings.at(-1)
  if (last === undefined) return false
  const found = filings.map(mentionsOf)
  await inTransaction(database, async (client) => {
    const ids = filings.map(({ id }) => id)
    for (const table of ['bill_mention', 'regulation_mention'])
      await client.query(`DELETE FROM derive.${table} WHERE filing_id = ANY ($1::bigint[])`, [ids])
    await saveBills(
      client,
      found.flatMap(({ bills }) => bills),
    )
    await saveRegulations(
      client,
      found.flatMap(({ regulations }) => regulations),
    )
    await savePosition(client, followed, last)
  })
  return filings.length === FILINGS_AT_ONCE
}

async function readFollowed(database: Queryable): Promise<Followed | undefined> {
  const read_schema = await liveReadSchema(database)
  if (read_schema === undefined) return undefined
  const { rows } = await database.query<
    BillPosition & { watermark: string; feed_epoch: number; basis: string | null; has_filings: boolean }
  >(
    `SELECT r.watermark, r.feed_epoch, p.basis, p.updated_at, p.seq::text AS seq, p.id,
       to_regclass(r.name || '.lobbying_filings') IS NOT NULL AS has_filings
     FROM control.read_schema r LEFT JOIN derive.mention_position p ON p.read_schema = r.name WHERE r.name = $1`,
    [read_schema],
  )
  const row = rows[0]
  // A read schema of an earlier release has no filings before its rebuild.
  if (row === undefined || !row.has_filings) return undefined
  const { watermark, feed_epoch, updated_at, seq, id } = row
  const basis = `epoch ${feed_epoch} mentions ${MENTIONS_VERSION}`
  return { read_schema, watermark, basis, position: row.basis === basis ? { updated_at, seq, id } : START }
}

async function savePosition(
  client: PoolClient,
  { read_schema, basis }: Followed,
  { updated_at, seq, id }: BillPosition,
): Promise<void> {
  await client.query(
    `INSERT INTO derive.mention_position (read_schema, updated_at, seq, id, basis) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (read_schema) DO UPDATE SET updated_at = excluded.updated_at, seq = excluded.seq, id = excluded.id,
       basis = excluded.basis`,
    [read_schema, updated_at, seq, id, basis],
  )
  await client.query(
    'DELETE FROM derive.mention_position p WHERE NOT EXISTS (SELECT FROM control.read_schema r WHERE r.name = p.read_schema)',
  )
}

async function saveBills(client: PoolClient, mentions: readonly PlacedBill[]): Promise<void> {
  await client.query(
    `INSERT INTO derive.bill_mention
       (filing_id, activity, start_at, end_at, congress, identifier, identifier_key, words, quote)
     SELECT m.filing_id, m.activity, m.start, m."end", m.congress, m.identifier,
       regexp_replace(m.identifier, '[^A-Z0-9]', '', 'g'), m.words, m.quote
     FROM json_to_recordset($1::json) AS m (filing_id bigint, activity integer, start integer, "end" integer,
       congress integer, identifier text, words text, quote text)
     ON CONFLICT DO NOTHING`,
    [JSON.stringify(mentions)],
  )
}

async function saveRegulations(client: PoolClient, mentions: readonly PlacedRegulation[]): Promise<void> {
  await client.query(
    `INSERT INTO derive.regulation_mention
       (filing_id, activity, start_at, end_at, scheme, number, words, quote)
     SELECT m.filing_id, m.activity, m.start, m."end", m.scheme, m.number, m.words, m.quote
     FROM json_to_recordset($1::json) AS m (filing_id bigint, activity integer, start integer, "end" integer,
       scheme text, number text, words text, quote text)
     ON CONFLICT DO NOTHING`,
    [JSON.stringify(mentions)],
  )
}
