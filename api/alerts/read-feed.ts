import type { Feed, FeedEntry } from '../../alerts/feed/feed.ts'
import type { Queryable } from '../../runtime/postgres/postgres.ts'
import { hashToken, isWellFormedToken } from '../accounts/tokens/token-text.ts'
import { problem } from '../http/problem.ts'

const MOST_ENTRIES = 30

type OwnFeed = {
  readonly id: number
  readonly name: string
  readonly created_at: string
  readonly entries: readonly FeedEntry[]
}

/** Reads the newest digests of a feed by its token. An unknown, replaced or deleted one is 404. */
export async function readFeed(
  database: Queryable,
  token: string,
  urlOf: (token: string) => string,
): Promise<{ readonly feed: Feed; readonly subscription_id: number }> {
  if (!isWellFormedToken(token, 'alf_')) throw noSuchFeed()
  const { rows } = await database.query<Omit<OwnFeed, 'entries'>>(
    `SELECT id, name, created_at FROM alerts.subscription
     WHERE feed_sha256 = decode($1, 'hex') AND removed_at IS NULL`,
    [hashToken(token)],
  )
  const own = rows[0]
  if (own === undefined) throw noSuchFeed()
  const { rows: entries } = await database.query<FeedEntry>(
    `SELECT message_id, subject, text, html, created_at FROM alerts.digest
     WHERE subscription_id = $1 AND html IS NOT NULL ORDER BY day DESC LIMIT $2`,
    [own.id, MOST_ENTRIES],
  )
  const updatedAt = entries[0]?.created_at ?? own.created_at
  return {
    feed: { title: own.name, url: urlOf(token), updated_at: updatedAt, entries },
    subscription_id: own.id,
  }
}

const noSuchFeed = () => problem(404, 'not_found', 'There is no such feed.')
