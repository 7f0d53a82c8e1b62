import type { PoolClient } from 'pg'
import type { WebhookData } from '../event-types/catalog.ts'
import { isWebhookEventType } from '../event-types/event-types.ts'
import { MAX_BODY_BYTES } from '../event-types/payload.ts'
import { matchKeywords, textOfEvent } from '../matching/keyword-filter.ts'
import { type Filter, type MatchableEvent, type MatchContext, matchesFilter } from '../matching/matching.ts'
import type { ReplayRequest, ReplayStatus } from './replays.ts'

/** The range of a replay, and its endpoint. */
export type Scan = {
  readonly endpoint_id: number
  readonly account_id: number
  readonly request: ReplayRequest
  readonly last_id: number
  readonly scanned_id: number
  readonly events: readonly string[]
  readonly filter: Filter
}

/** An event that the endpoint did not get. `key` is the key of its delivery, if one was created. */
export type Undelivered = {
  readonly event_id: number
  readonly ce_id: string
  readonly recorded_at: string
  readonly key: string | null
  readonly status: ReplayStatus
}

type Row = Omit<Undelivered, 'status'> & {
  type: string
  subjects: string[] | null
  status: string | null
  body: Buffer | null
}

const ROWS_A_STATEMENT = 1_000
/** Most events that one step reads, however few of them are sent again. */
const IDS_A_STATEMENT = 20_000
/** After this time the transaction ends, so that others get their turn. */
const MAX_STATEMENTS = 20

/** Reads events in the order of their ids, until it has found `most` or its time is over. */
export async function scanUndelivered(
  client: PoolClient,
  scan: Scan,
  most: number,
): Promise<{
  readonly found: readonly Undelivered[]
  readonly scanned_id: number
  readonly is_over: boolean
}> {
  const found: Undelivered[] = []
  let { scanned_id } = scan
  for (let statement = 0; statement < MAX_STATEMENTS; statement += 1) {
    const endId = Math.min(scan.last_id, scanned_id + IDS_A_STATEMENT)
    const rows = await readRows(client, scan, scanned_id, endId)
    const missing = await wantedOf(client, scan, rows)
    for (const row of rows) {
      scanned_id = row.event_id
      const status = row.key === null ? (missing.has(row) ? 'missing' : undefined) : endedAs(row.status)
      if (status === undefined) continue
      found.push({ ...row, status })
      if (found.length === most) return { found, scanned_id, is_over: false }
    }
    if (rows.length < ROWS_A_STATEMENT) scanned_id = endId
    if (scanned_id >= scan.last_id) return { found, scanned_id, is_over: true }
  }
  return { found, scanned_id, is_over: false }
}

const endedAs = (status: string | null) => (status === 'failed' || status === 'skipped' ? status : undefined)

/** Reads only the bodies of events that may be missing. Skips events that are too large to be sent. */
async function readRows(client: PoolClient, scan: Scan, afterId: number, endId: number): Promise<Row[]> {
  const { status, events } = scan.request
  const { rows } = await client.query<Row>(
    `SELECT event.id AS event_id, ce_id, event.type, recorded_at, subjects, delivery.key, delivery.status,
       CASE WHEN delivery.key IS NULL THEN event.body END AS body
     FROM webhook.event
     LEFT JOIN webhook.delivery ON delivery.endpoint_id = $1 AND delivery.event_id = event.id AND delivery.copy = 0
     WHERE event.id > $2 AND event.id <= $3 AND event.body IS NOT NULL
       AND event.account_id IS NULL
       AND ($4::text[] IS NULL OR event.type = ANY($4))
       AND ($5::text IS NULL OR coalesce(delivery.status, 'missing') = $5)
       AND coalesce(delivery.status, 'missing') IN ('failed', 'skipped', 'missing')
       AND octet_length(event.body) <= ${MAX_BODY_BYTES}
     ORDER BY event.id LIMIT ${ROWS_A_STATEMENT}`,
    [scan.endpoint_id, afterId, endId, events, status],
  )
  return rows
}

/** Finds the events without a delivery that the endpoint would be owed now. */
async function wantedOf(client: PoolClient, scan: Scan, rows: readonly Row[]): Promise<Set<Row>> {
  const candidates = rows.flatMap((row) => {
    const subject = row.key === null ? subjectOf(row) : undefined
    return subject === undefined ? [] : [{ row, subject }]
  })
  if (candidates.length === 0) return new Set()
  const subjects = candidates.map(({ subject }) => subject)
  const topics = await matchKeywords(client, subjects, [scan])
  const known: MatchContext = {
    follows: await followsOf(client, scan, subjects),
    isAboutTopic: topics.isAbout,
  }
  return new Set(
    candidates.filter(({ subject }) => matchesFilter(subject, scan, known)).map(({ row }) => row),
  )
}

async function followsOf(
  client: PoolClient,
  { account_id, filter }: Scan,
  subjects: readonly MatchableEvent[],
): Promise<MatchContext['follows']> {
  if (filter.followed !== true) return () => false
  const { rows } = await client.query<{ bill_id: number }>(
    'SELECT bill_id FROM webhook.follow WHERE account_id = $1 AND bill_id = ANY($2) AND removed_at IS NULL',
    [account_id, subjects.map(({ bill_id }) => bill_id)],
  )
  const followed = new Set(rows.map(({ bill_id }) => bill_id))
  return (_accountId, billId) => followed.has(billId)
}

/** The part that matching needs, read from the stored event. */
function subjectOf({ type, body, subjects }: Row): MatchableEvent | undefined {
  if (!isWebhookEventType(type) || body === null) return undefined
  const { data } = JSON.parse(body.toString('utf8')) as { data: WebhookData }
  const { bill_id, jurisdiction } = data
  return {
    type,
    partition_key: '',
    offset: 0n,
    bill_id,
    jurisdiction,
    subjects,
    text: textOfEvent(data, subjects),
  }
}
