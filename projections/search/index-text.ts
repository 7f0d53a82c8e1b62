import type { ObjectStore } from '../../runtime/object-store.ts'
import type { Queryable } from '../../runtime/postgres.ts'
import { isTransient } from '../../runtime/transient.ts'

/** Longest beginning of a text whose words are taken: Postgres refuses a search vector of over 1 MB. */
const INDEXED_CHARACTERS = 1_000_000
/** Postgres: a vector that is too long. Texts of rare words reach it sooner. */
const TOO_LONG = '54000'

/**
 * Puts the words of a text into search.text, or why they are not there into search.unread. True where they are now. What
 * was indexed before stays as it is.
 */
export async function indexText(
  { database, objects }: { readonly database: Queryable; readonly objects: ObjectStore },
  sha256: string,
): Promise<boolean> {
  let reason: string
  try {
    const bytes = await objects.get(sha256)
    if (bytes !== null) {
      await insertWords(database, sha256, readable(bytes))
      return true
    }
    reason = 'not in the object store'
  } catch (error) {
    if (isTransient(error)) throw error
    reason = error instanceof Error ? error.message : String(error)
  }
  await noteUnread(database, sha256, reason)
  return false
}

/** As Postgres takes it: without the one character that no text of it holds. */
const readable = (bytes: Buffer): string => bytes.toString('utf8').replaceAll('\0', ' ')

async function insertWords(database: Queryable, sha256: string, text: string): Promise<void> {
  for (let most = INDEXED_CHARACTERS; ; most = Math.floor(most / 2)) {
    const indexed = text.slice(0, most).toWellFormed()
    try {
      await database.query(
        `WITH done AS (DELETE FROM search.unread WHERE sha256 = $1)
         INSERT INTO search.text (sha256, words, characters, indexed_characters)
         VALUES ($1, to_tsvector('english', $2), $3, $4) ON CONFLICT (sha256) DO NOTHING`,
        [sha256, indexed, text.length, indexed.length],
      )
      return
    } catch (error) {
      if ((error as { code?: string }).code !== TOO_LONG || most < 1_000) throw error
    }
  }
}

/** Tried again after a minute, then later each time, in the end once a day. */
async function noteUnread(database: Queryable, sha256: string, reason: string): Promise<void> {
  await database.query(
    `INSERT INTO search.unread (sha256, reason, retry_at) VALUES ($1, $2, now() + interval '1 minute')
     ON CONFLICT (sha256) DO UPDATE SET reason = excluded.reason, tries = search.unread.tries + 1,
       retry_at = now() + least(interval '1 minute' * 2 ^ least(search.unread.tries, 11), interval '1 day')`,
    [sha256, reason.slice(0, 1_000)],
  )
}
