import type { ObjectStore } from '../../runtime/object-store.ts'
import type { Queryable } from '../../runtime/postgres.ts'
import { isTransient } from '../../runtime/transient.ts'

/** Longest beginning of a text whose words are taken: Postgres refuses a search vector of over 1 MB. */
const INDEXED_CHARACTERS = 1_000_000
/** Postgres: a vector that is too long. Texts of rare words reach it sooner. */
const TOO_LONG = '54000'

/**
 * Puts the words of a text into search.text. Answers why they are not there, where that is so. What was indexed before stays
 * as it is.
 */
export async function indexText(
  { database, objects }: { readonly database: Queryable; readonly objects: ObjectStore },
  sha256: string,
): Promise<string | undefined> {
  try {
    const bytes = await objects.get(sha256)
    if (bytes === null) return 'not in the object store'
    await insertWords(database, sha256, readable(bytes))
    return undefined
  } catch (error) {
    if (isTransient(error)) throw error
    return error instanceof Error ? error.message : String(error)
  }
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
