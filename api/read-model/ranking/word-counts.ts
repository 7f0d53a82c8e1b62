import { LRUCache } from 'lru-cache'
import { upTo } from '../../../runtime/cache-room.ts'
import type { CountedTable } from '../../../runtime/ranking/counted-tables.ts'
import type { ReadModel } from '../../read-schema/live-schema.ts'

/** A count of words: how many rows the table had, and how many of them were read. */
export type WordCount = { readonly number: number; readonly all_rows: number; readonly sampled: number }
/** Rows with a word, and those that reach each tier. */
export type WordRows = { readonly rows: number; readonly tiers: readonly number[] }
export type CountedWords = {
  /** undefined if nothing was counted yet. */
  readonly count: WordCount | undefined
  /** Words that no row has are absent. */
  readonly words: ReadonlyMap<string, WordRows>
  /** The most frequent word with each beginning. */
  readonly beginnings: ReadonlyMap<string, string>
}

export type WantedCounts = {
  /** The count that the first page of a walk used. If it is gone, the live one is used. */
  readonly pinned: number | undefined
  readonly table: CountedTable
  readonly words: readonly string[]
  readonly prefixes: readonly string[]
}

type CountRow = WordRow & { readonly id: string; readonly count_number: number } & Omit<WordCount, 'number'>
type WordRow = {
  readonly prefix: string | null
  readonly word: string | null
  readonly rows: number | null
  readonly tiers: readonly number[] | null
}

const MAX_REMEMBERED = 50_000

/** A count never changes, so what was read of it is remembered. Only which count is live changes. */
class RememberedCounts {
  readonly live = new Map<CountedTable, number>()
  readonly counts = new LRUCache<number, WordCount>({ max: 100 })
  readonly words = new LRUCache<string, WordRows | 'absent'>(upTo(MAX_REMEMBERED))
  /** Empty: no word begins so. */
  readonly beginnings = new LRUCache<string, string>(upTo(MAX_REMEMBERED))
}

const remembered = new WeakMap<ReadModel, RememberedCounts>()

function rememberedOf(model: ReadModel): RememberedCounts {
  const known = remembered.get(model) ?? new RememberedCounts()
  remembered.set(model, known)
  return known
}

/**
 * Remembers which count a statement saw as the live one; undefined if it saw none. The next first pages use it. A search may
 * so use an earlier count once, which is as right: counts decide weights, and all pages of a walk have those of the first.
 */
export function rememberLiveCount(model: ReadModel, table: CountedTable, number: number | undefined): void {
  const { live } = rememberedOf(model)
  if (number === undefined) live.delete(table)
  else live.set(table, number)
}

/** Selects the number of the live count of a table. */
export const liveCountNumber = (table: CountedTable): string =>
  `(SELECT c.number FROM search.word_count c WHERE c.is_live AND c.counted_table = '${table}')`

/** Reads how many rows have words, from what this model has read before if possible. */
export async function readWordCounts(model: ReadModel, wanted: WantedCounts): Promise<CountedWords> {
  const known = rememberedOf(model)
  return fromRemembered(known, wanted) ?? readCounts(model, known, wanted)
}

function fromRemembered(known: RememberedCounts, wanted: WantedCounts): CountedWords | undefined {
  const number = wanted.pinned ?? known.live.get(wanted.table)
  const count = number === undefined ? undefined : known.counts.get(number)
  if (count === undefined) return undefined
  const words = new Map<string, WordRows>()
  const beginnings = new Map<string, string>()
  const add = (word: string): boolean => {
    const found = known.words.get(keyOf(count, word))
    if (found !== undefined && found !== 'absent') words.set(word, found)
    return found !== undefined
  }
  if (!wanted.words.every(add)) return undefined
  for (const prefix of wanted.prefixes) {
    const word = known.beginnings.get(keyOf(count, prefix))
    if (word === undefined || (word !== '' && !add(word))) return undefined
    if (word !== '') beginnings.set(prefix, word)
  }
  return { count, words, beginnings }
}

const keyOf = ({ number }: Pick<WordCount, 'number'>, word: string): string => `${number} ${word}`

async function readCounts(
  model: ReadModel,
  known: RememberedCounts,
  wanted: WantedCounts,
): Promise<CountedWords> {
  const { pinned, table, prefixes } = wanted
  const { rows } = await model.read<CountRow>((_schema, bind) => {
    const isLive = `c.is_live AND c.counted_table = ${bind(table)}`
    const which = pinned === undefined ? isLive : `${isLive} OR c.number = ${bind(pinned)}::integer`
    const first = pinned === undefined ? '' : `ORDER BY c.number = ${bind(pinned)}::integer DESC`
    const beginnings = prefixes.map(
      (prefix) => `(
        SELECT ${bind(prefix)} AS prefix, e.word FROM search.word_frequency e
        WHERE e.count_number = n.number AND e.word >= ${bind(prefix)} AND e.word < ${bind(`${prefix}\u{10FFFF}`)}
        ORDER BY e.rows DESC, e.word LIMIT 1)`,
    )
    const words = [`SELECT NULL AS prefix, unnest(${bind(wanted.words)}::text[]) AS word`, ...beginnings]
    return `
      SELECT coalesce(f.word, '') AS id, n.number AS count_number, n.rows AS all_rows, n.sampled, f.prefix, f.word, f.rows,
        f.tiers
      FROM (SELECT c.* FROM search.word_count c WHERE ${which} ${first} LIMIT 1) n
      LEFT JOIN LATERAL (
        SELECT s.prefix, e.* FROM (${words.join(' UNION ALL ')}) s
        JOIN search.word_frequency e ON e.count_number = n.number AND e.word = s.word
      ) f ON true`
  })
  const [first] = rows
  if (first === undefined) return { count: undefined, words: new Map(), beginnings: new Map() }
  const { count_number: number, all_rows, sampled } = first
  const count = { number, all_rows, sampled }
  remember(known, wanted, count, rows)
  return fromRows(count, rows)
}

function remember(
  known: RememberedCounts,
  { pinned, table, words, prefixes }: WantedCounts,
  count: WordCount,
  rows: readonly WordRow[],
): void {
  if (pinned === undefined) known.live.set(table, count.number)
  known.counts.set(count.number, count)
  for (const word of words) known.words.set(keyOf(count, word), 'absent')
  for (const prefix of prefixes) known.beginnings.set(keyOf(count, prefix), '')
  const found = fromRows(count, rows)
  for (const [word, of] of found.words) known.words.set(keyOf(count, word), of)
  for (const [prefix, word] of found.beginnings) known.beginnings.set(keyOf(count, prefix), word)
}

function fromRows(count: WordCount, all: readonly WordRow[]): CountedWords {
  const words = new Map<string, WordRows>()
  const beginnings = new Map<string, string>()
  for (const { prefix, word, rows, tiers } of all) {
    if (word === null) continue
    words.set(word, { rows: rows!, tiers: tiers! })
    if (prefix !== null) beginnings.set(prefix, word)
  }
  return { count, words, beginnings }
}
