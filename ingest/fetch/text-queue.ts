import type { Clock } from '../../runtime/clock.ts'
import { HOUR_MS } from '../../runtime/durations.ts'
import type { Database } from '../../runtime/postgres/postgres.ts'
import type { TextQueue, WantedBill } from '../source-interface/wanted-texts.ts'
import { isRemoved, type StoredBill } from '../state/stored-entities.ts'
import { type Attempt, missingTexts, textLinks } from './missing-texts.ts'

const WAITS_MS = [6 * HOUR_MS, 24 * HOUR_MS, 72 * HOUR_MS, 168 * HOUR_MS]
/** Bills that one query reads. */
const LOOKED_AT = 500

type LookedAt = { entity_id: number; sequence: number; content: object }

type Stores = { readonly database: Database; readonly clock: Clock }

export function createTextQueue(database: Database, clock: Clock): TextQueue {
  const stores = { database, clock }
  return {
    async next(most) {
      const wanted: WantedBill[] = []
      for (;;) {
        const lookedAt = await findBills(stores)
        const stored = lookedAt.map((row) => ({ ...row, links: linksOf(row.content) }))
        const attempts = await attemptsOf(
          stores,
          stored.flatMap(({ links }) => links),
        )
        const now = clock.now().toISOString()
        const idle: (typeof stored)[number][] = []
        for (const row of stored) {
          const bill = row.content as StoredBill
          const texts = row.links.length === 0 ? [] : missingTexts(bill.versions, attempts, now)
          if (texts.length === 0) idle.push(row)
          else if (wanted.length < most) wanted.push({ ...row, bill: bill.core, texts })
        }
        if (idle.length > 0) await saveDueTimes(stores, idle)
        // Wanted bills come first until they are done, so no other bills can be found now.
        if (wanted.length > 0 || lookedAt.length < LOOKED_AT) return wanted
      }
    },
    came: (url) => saveAttempt(stores, url, null),
    failed: (url, reason) => saveAttempt(stores, url, reason.slice(0, 500)),
    done: (bill) => saveDueTimes(stores, [bill]),
  }
}

async function findBills({ database, clock }: Stores): Promise<LookedAt[]> {
  const { rows } = await database.query<LookedAt>(
    `SELECT e.id AS entity_id, e.sequence, h.content
     FROM (
       SELECT e.id, e.sequence FROM ingest.entity e LEFT JOIN ingest.text_queue s ON s.entity_id = e.id
       WHERE e.entity_type = 'bill' AND e.sequence > 0
         AND (s.entity_id IS NULL OR s.sequence < e.sequence OR s.due_at <= $1)
       ORDER BY e.id DESC LIMIT $2
     ) e JOIN ingest.stored_entity h ON h.entity_id = e.id ORDER BY e.id DESC`,
    [clock.now(), LOOKED_AT],
  )
  return rows
}

async function attemptsOf({ database }: Stores, urls: readonly string[]): Promise<Map<string, Attempt>> {
  const { rows } = await database.query<{ url: string; due_at: string | null }>(
    'SELECT url, due_at FROM ingest.text_attempt WHERE url = ANY ($1::text[])',
    [urls],
  )
  return new Map(rows.map(({ url, due_at }) => [url, { due_at: due_at === null ? null : isoOf(due_at) }]))
}

/** A bill is due again when the first of its addresses may be fetched again. */
async function saveDueTimes(
  { database }: Stores,
  bills: readonly Omit<WantedBill, 'bill' | 'texts'>[],
): Promise<void> {
  await database.query(
    `INSERT INTO ingest.text_queue (entity_id, sequence, due_at)
     SELECT w.entity_id, w.sequence,
       (SELECT min(a.due_at) FROM json_array_elements_text(w.links) AS l (url) JOIN ingest.text_attempt a USING (url))
     FROM unnest($1::bigint[], $2::bigint[], $3::json[]) AS w (entity_id, sequence, links)
     ON CONFLICT (entity_id) DO UPDATE SET sequence = excluded.sequence, due_at = excluded.due_at`,
    [
      bills.map(({ entity_id }) => entity_id),
      bills.map(({ sequence }) => sequence),
      bills.map(({ links }) => JSON.stringify(links)),
    ],
  )
}

async function saveAttempt({ database, clock }: Stores, url: string, reason: string | null): Promise<void> {
  const now = clock.now()
  const waits = WAITS_MS.map((ms) => new Date(now.getTime() + ms))
  await database.query(
    `INSERT INTO ingest.text_attempt AS a (url, failures, asked_at, due_at, reason)
     VALUES ($1, CASE WHEN $3::text IS NULL THEN 0 ELSE 1 END, $2, CASE WHEN $3 IS NULL THEN NULL ELSE ($4::timestamptz[])[1] END, $3)
     ON CONFLICT (url) DO UPDATE SET asked_at = excluded.asked_at, reason = excluded.reason,
       failures = CASE WHEN $3 IS NULL THEN 0 ELSE a.failures + 1 END,
       due_at = CASE WHEN $3 IS NULL THEN NULL ELSE ($4::timestamptz[])[least(a.failures + 1, ${WAITS_MS.length})] END`,
    [url, now, reason, waits],
  )
}

function linksOf(content: object): string[] {
  if (isRemoved(content)) return []
  return ((content as Partial<StoredBill>).versions ?? [])
    .filter(({ text }) => text === null)
    .flatMap((version) => textLinks(version).map(({ url }) => url))
}

const isoOf = (time: string): string => new Date(time).toISOString()
