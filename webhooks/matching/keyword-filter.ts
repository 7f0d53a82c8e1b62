import type { PoolClient } from 'pg'
import type { Queryable } from '../../runtime/postgres/postgres.ts'
import { searchQuery } from '../../runtime/words/search-query.ts'
import { vectorOf } from '../../runtime/words/search-vector.ts'
import type { WebhookData } from '../event-types/catalog.ts'
import type { Filter, MatchableEvent } from './matching.ts'

/** The searchable text of an event. */
export function textOfEvent(data: WebhookData, subjects: readonly string[] | null): string {
  const words = [
    'title' in data ? data.title : '',
    'description' in data ? data.description : '',
    'motion' in data ? data.motion : '',
    ...(subjects ?? []),
  ]
  return words.filter((word) => word !== '').join('\n')
}

type KeywordMatches = {
  isAbout(endpoint_id: number, subject: MatchableEvent): boolean
  /** Bills that are new to an endpoint's topic. */
  readonly found: readonly { readonly endpoint_id: number; readonly bill_id: number }[]
}

/** Only the beginning of a longer text is matched, because a batch may contain many long texts. */
const MATCHED_CHARACTERS = 100_000

type Pair = { endpoint_id: number; index: number }

/**
 * Finds which events are about the topics of which endpoints. An event matches by its words, as in the search of the
 * API, in the beginning of a long text. All later events of a matched bill match too, in this batch or after it.
 */
export async function matchKeywords(
  client: Queryable,
  subjects: readonly MatchableEvent[],
  endpoints: readonly { readonly endpoint_id: number; readonly filter: Filter }[],
): Promise<KeywordMatches> {
  const asking = endpoints.flatMap(({ endpoint_id, filter: { topic } }) =>
    topic === undefined ? [] : [{ endpoint_id, topic }],
  )
  if (asking.length === 0) return { isAbout: () => false, found: [] }
  const { rows: pairs } = await client.query<Pair>(
    `WITH event AS MATERIALIZED (
       SELECT index, words::tsvector AS words
       FROM unnest($1::text[]) WITH ORDINALITY AS event (words, index)
     ), topic AS MATERIALIZED (
       SELECT endpoint_id, words::tsquery AS query
       FROM unnest($2::bigint[], $3::text[]) AS topic (endpoint_id, words)
     )
     SELECT topic.endpoint_id, (event.index - 1)::int AS index
     FROM event JOIN topic ON event.words @@ topic.query ORDER BY index`,
    [
      subjects.map(({ text }) => vectorOf(text.slice(0, MATCHED_CHARACTERS))),
      asking.map(({ endpoint_id }) => endpoint_id),
      asking.map(({ topic }) => searchQuery(topic).tsquery),
    ],
  )
  const { rows: tracked } = await client.query<{ endpoint_id: number; bill_id: number }>(
    'SELECT endpoint_id, bill_id FROM webhook.tracked_bill WHERE bill_id = ANY($1) AND endpoint_id = ANY($2)',
    [subjects.map(({ bill_id }) => bill_id), asking.map(({ endpoint_id }) => endpoint_id)],
  )
  const matched = Map.groupBy(pairs, ({ endpoint_id }) => endpoint_id)
  const speaking = new Map(
    [...matched].map(([endpointId, own]) => [endpointId, new Set(own.map(({ index }) => subjects[index]!))]),
  )
  const bills = new Set(tracked.map(({ endpoint_id, bill_id }) => `${endpoint_id} ${bill_id}`))
  const found = pairs.flatMap(({ endpoint_id, index }) => {
    const { bill_id } = subjects[index]!
    if (bill_id === null || bills.has(`${endpoint_id} ${bill_id}`)) return []
    bills.add(`${endpoint_id} ${bill_id}`)
    return [{ endpoint_id, bill_id }]
  })
  return {
    isAbout: (endpointId, subject) =>
      speaking.get(endpointId)?.has(subject) === true || bills.has(`${endpointId} ${subject.bill_id}`),
    found,
  }
}

/** Adds bills to an endpoint's topic, whatever words their events contain. */
export async function trackBills(
  client: Pick<PoolClient, 'query'>,
  endpointId: number,
  billIds: readonly number[],
): Promise<void> {
  await trackMatchedBills(
    client,
    billIds.map((billId) => ({ endpoint_id: endpointId, bill_id: billId })),
  )
}

/** Their later events are about the topic too. */
export async function trackMatchedBills(
  client: Pick<PoolClient, 'query'>,
  found: KeywordMatches['found'],
): Promise<void> {
  if (found.length === 0) return
  await client.query(
    `INSERT INTO webhook.tracked_bill (endpoint_id, bill_id)
     SELECT * FROM unnest($1::bigint[], $2::bigint[]) ON CONFLICT DO NOTHING`,
    [found.map(({ endpoint_id }) => endpoint_id), found.map(({ bill_id }) => bill_id)],
  )
}
