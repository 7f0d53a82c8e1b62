import type { Settings } from '../settings/settings.ts'
import type { SearchCluster } from './search-cluster.ts'

/** A bill in the search cluster. Fields of the core, the status and the text come from different events. */
export type BillDocument = {
  readonly id: number
  readonly deleted: boolean
  readonly jurisdiction: string
  readonly session: string
  readonly chamber: string | null
  /** Subjects, classification and `routine=true`, as filters compare them. */
  readonly keywords: readonly string[]
  /** The day of the introduction, counted from 1970; a very low number without a day. */
  readonly day: number
  /** Forms of words in their order, and the impact of each (runtime/ranking/). */
  readonly words: string
  readonly impacts: Features
  readonly status: string | null
  readonly text_words: string | null
  readonly text_impacts: Features
}

/** In a list of one: an update replaces a list, but would add the members of an object to those before. */
export type Features = readonly [Readonly<Record<string, number>>]

/** Sorts after every day. */
export const NO_DAY = -100_000_000

const words = { type: 'text', analyzer: 'whitespace', norms: false } as const
const keyword = { type: 'keyword' } as const

const mapping = {
  settings: { 'index.number_of_replicas': 0, 'index.refresh_interval': '1s' },
  mappings: {
    dynamic: false,
    // Rows come from Postgres, and an update needs the whole document.
    properties: {
      id: { type: 'long' },
      deleted: { type: 'boolean' },
      jurisdiction: keyword,
      session: keyword,
      chamber: keyword,
      keywords: keyword,
      status: keyword,
      day: { type: 'integer' },
      words,
      text_words: words,
      impacts: { type: 'rank_features' },
      text_impacts: { type: 'rank_features' },
    },
  },
} as const

/** The document of an index that keeps the next offsets, by `topic:partition`. No search finds it. */
const POSITIONS = 'positions'
type Positions = { readonly next: Readonly<Record<string, string>> }

/** The name under which readers find the live index of bills. */
export const billAlias = ({ topic_prefix }: Pick<Settings, 'topic_prefix'>): string =>
  `${topic_prefix.toLowerCase()}legislog-bills`

/** The live index; undefined before the first one is made. */
export async function liveIndex(cluster: SearchCluster, alias: string): Promise<string | undefined> {
  const found = await cluster.find<Record<string, unknown>>(`/_alias/${alias}`)
  return Object.keys(found ?? {})[0]
}

/** Makes an empty index with the next free number. */
export async function createIndex(cluster: SearchCluster, alias: string): Promise<string> {
  const existing = await cluster.find<Record<string, unknown>>(`/${alias}-*`)
  const numbers = Object.keys(existing ?? {}).map((name) => Number(name.slice(alias.length + 1)))
  const name = `${alias}-${String(Math.max(0, ...numbers) + 1).padStart(4, '0')}`
  await cluster.send('PUT', `/${name}`, mapping)
  return name
}

/** Lets readers find this index instead of the live one, in one step, and deletes all earlier ones. */
export async function switchTo(cluster: SearchCluster, alias: string, index: string): Promise<void> {
  const existing = await cluster.find<Record<string, unknown>>(`/${alias}-*`)
  const others = Object.keys(existing ?? {}).filter((name) => name < index)
  await cluster.send('POST', '/_aliases', {
    actions: [{ add: { index, alias } }, ...others.map((name) => ({ remove_index: { index: name } }))],
  })
}

export async function readPositions(
  cluster: SearchCluster,
  index: string,
): Promise<ReadonlyMap<string, bigint>> {
  const found = await cluster.find<{ _source: Positions }>(`/${index}/_doc/${POSITIONS}`)
  return new Map(Object.entries(found?._source.next ?? {}).map(([place, next]) => [place, BigInt(next)]))
}

/**
 * The lines that store positions. They come last in a bulk request: if it fails in between, its events are read again, which
 * leads to the same documents.
 */
export const positionLines = (positions: ReadonlyMap<string, bigint>): object[] => [
  { update: { _id: POSITIONS } },
  {
    doc: { next: Object.fromEntries([...positions].map(([place, next]) => [place, String(next)])) },
    doc_as_upsert: true,
  },
]
