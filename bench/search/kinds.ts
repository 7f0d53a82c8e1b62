import type { BillFilters } from '../../api/read-model/bills/bill-filters.ts'
import type { Database } from '../../runtime/postgres/postgres.ts'

/** A search, and how many pages are read before the measured one. */
export type Search = { readonly q: string; readonly filters: BillFilters; readonly pages_before?: number }
export type SearchKind = { readonly name: string; readonly searches: readonly Search[] }

const OF_EACH = 40
const PAGES_BEFORE = 10

type Sample = { title: string; jurisdiction: string; session: string; status: string | null }
type Band = readonly [least: number, most: number]

/** Shares of all bills that have a word. */
/** Words of texts that no title, subject or abstract has. */
const IN_TEXTS: Band = [0.002, 0.1]
const COMMON: Band = [0.03, 0.3]
const MEDIUM: Band = [0.002, 0.02]
const RARE: Band = [0, 0.0002]

/** Kinds of searches, made of words that the bills have. */
export async function createSearchKinds(database: Database, readSchema: string): Promise<SearchKind[]> {
  const words = {
    common: await wordsIn(database, COMMON),
    medium: await wordsIn(database, MEDIUM),
    rare: await wordsIn(database, RARE),
    in_texts: await wordsOfTexts(database, IN_TEXTS),
  }
  const { rows: bills } = await database.query<Sample>(
    `SELECT title, jurisdiction, session, status FROM ${readSchema}.bills
     WHERE present AND NOT deleted ORDER BY hashint8(id) LIMIT ${OF_EACH}`,
  )
  const at = (list: readonly string[], index: number): string =>
    list[index % Math.max(1, list.length)] ?? 'tax'
  const searches = (of: (index: number, bill: Sample) => Search): Search[] =>
    bills.map((bill, index) => of(index, bill))
  const plain = (q: (index: number, bill: Sample) => string) =>
    searches((index, bill) => ({ q: q(index, bill), filters: {} }))
  const common = (index: number) => at(words.common, index)
  const medium = (index: number) => at(words.medium, index)
  return [
    { name: 'common word', searches: plain(common) },
    {
      name: '+ jurisdiction',
      searches: searches((index, { jurisdiction }) => ({ q: common(index), filters: { jurisdiction } })),
    },
    {
      name: '+ jurisdiction, session, status',
      searches: searches((index, { jurisdiction, session, status }) => ({
        q: common(index),
        filters: { jurisdiction, session, status: status ?? undefined },
      })),
    },
    { name: 'two common words', searches: plain((n) => `${common(n)} ${common(n + 3)}`) },
    { name: 'two medium words', searches: plain((n) => `${medium(n)} ${medium(n + 3)}`) },
    { name: 'three common words', searches: plain((n) => `${common(n)} ${common(n + 3)} ${common(n + 7)}`) },
    { name: 'rare word', searches: plain((n) => at(words.rare, n)) },
    { name: 'phrase', searches: plain((_, { title }) => `"${phraseOf(title)}"`) },
    { name: 'beginning of a word', searches: plain((n) => `${medium(n).slice(0, 5)}*`) },
    { name: 'one word without another', searches: plain((n) => `${common(n)} -${common(n + 5)}`) },
    { name: 'word in texts only', searches: plain((n) => at(words.in_texts, n)) },
    {
      name: `page ${PAGES_BEFORE + 1} of a common word`,
      searches: searches((index) => ({ q: common(index), filters: {}, pages_before: PAGES_BEFORE })),
    },
  ]
}

/** Words that this share of bills has, spread over the share. */
async function wordsIn(database: Database, [least, most]: Band): Promise<string[]> {
  const { rows } = await database.query<{ word: string }>(
    `SELECT f.word FROM search.word_count c JOIN search.word_frequency f ON f.count_number = c.number
     WHERE c.is_live AND c.counted_table = 'bill_words' AND f.word ~ '^[a-z]{4,}$' AND f.rows > $1::float8 * c.sampled AND f.rows <= $2::float8 * c.sampled
     ORDER BY hashtext(f.word) LIMIT ${OF_EACH}`,
    [least, most],
  )
  return rows.map(({ word }) => word)
}

async function wordsOfTexts(database: Database, [least, most]: Band): Promise<string[]> {
  const { rows } = await database.query<{ word: string }>(
    `SELECT f.word FROM search.word_count c JOIN search.word_frequency f ON f.count_number = c.number
     WHERE c.is_live AND c.counted_table = 'text' AND f.word ~ '^[a-z]{4,}$'
       AND f.rows > $1::float8 * c.sampled AND f.rows <= $2::float8 * c.sampled
       AND NOT EXISTS (SELECT FROM search.word_count o JOIN search.word_frequency g ON g.count_number = o.number
         WHERE o.is_live AND o.counted_table = 'bill_words' AND g.word = f.word)
     ORDER BY hashtext(f.word) LIMIT ${OF_EACH}`,
    [least, most],
  )
  return rows.map(({ word }) => word)
}

/** Two neighboring words of a title. */
function phraseOf(title: string): string {
  const pairs = [...title.toLowerCase().matchAll(/\b(?=([a-z]{4,} [a-z]{4,})\b)/g)]
  return pairs[Math.floor(pairs.length / 2)]?.[1] ?? 'property tax'
}
