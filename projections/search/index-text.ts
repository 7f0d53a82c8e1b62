import type { ObjectStore } from '../../runtime/object-store/object-store.ts'
import type { Queryable } from '../../runtime/postgres/postgres.ts'
import { isTransient } from '../../runtime/postgres/transient.ts'
import { type RankedWords, rankedWords } from '../../runtime/ranking/ranked-words.ts'
import { SearchVector } from '../../runtime/words/search-vector.ts'

/**
 * The longest beginning of a text that is indexed. A text of rare words has fewer words than that in Postgres's
 * limit.
 */
const INDEXED_CHARACTERS = 1_000_000

/**
 * Writes the words of a text into search.text. Returns the reason if it cannot. An indexed text stays
 * unchanged.
 */
export async function indexText(
  { database, objects }: { readonly database: Queryable; readonly objects: ObjectStore },
  sha256: string,
): Promise<string | undefined> {
  try {
    const bytes = await objects.get(sha256)
    if (bytes === null) return 'not in the object store'
    await insertWords(database, sha256, bytes.toString('utf8'))
    return undefined
  } catch (error) {
    if (isTransient(error)) throw error
    return error instanceof Error ? error.message : String(error)
  }
}

/** The searchable words of a text, and how many of its characters they come from. */
export function textWords(text: string): RankedWords & { readonly indexed_characters: number } {
  const vector = new SearchVector()
  const indexed_characters = vector.add(text.slice(0, INDEXED_CHARACTERS))
  return { ...rankedWords(vector, { kind: 'text', conditions: [], factor: 1 }), indexed_characters }
}

async function insertWords(database: Queryable, sha256: string, text: string): Promise<void> {
  const { words, terms, impacts, indexed_characters } = textWords(text)
  await database.query(
    `WITH done AS (DELETE FROM search.failed_text WHERE sha256 = $1)
     INSERT INTO search.text (sha256, words, characters, indexed_characters, terms, impacts)
     VALUES ($1, $2::tsvector, $3, $4, $5::bigint[], $6::integer[]) ON CONFLICT (sha256) DO NOTHING`,
    [sha256, words, text.length, indexed_characters, terms, impacts],
  )
}
