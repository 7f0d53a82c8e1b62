import { LegislogError } from '../../schemas/errors.ts'
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

/**
 * Every index that is made here has this number, so that an unfinished one with other documents is not continued. Raise it if
 * the same events lead to other documents: by rules for words, by impacts, or by the mapping.
 */
export const DOCUMENT_RULES = 1

const words = { type: 'text', analyzer: 'whitespace', norms: false } as const
const keyword = { type: 'keyword' } as const

export const mapping = {
  settings: { 'index.number_of_replicas': 0, 'index.refresh_interval': '1s' },
  mappings: {
    _meta: { rules: DOCUMENT_RULES },
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

type Found = {
  readonly aliases: Readonly<Record<string, unknown>>
  readonly mappings: {
    readonly _meta?: { readonly rules?: number }
    readonly properties?: { readonly impacts?: { readonly type?: string } }
  }
}

/** All indexes of bills: the live one, unfinished ones, and those that are left over. */
async function findIndexes(cluster: SearchCluster, alias: string): Promise<ReadonlyMap<string, Found>> {
  return new Map(Object.entries((await cluster.find<Record<string, Found>>(`/${alias}-*`)) ?? {}))
}

/** False for an index that the cluster made by itself when something was written to a deleted one. */
const hasMapping = (found: Pick<Found, 'mappings'> | undefined): boolean =>
  found?.mappings.properties?.impacts?.type === mapping.mappings.properties.impacts.type

/** False if it was deleted. */
export async function isBillIndex(cluster: SearchCluster, index: string): Promise<boolean> {
  const found = await cluster.find<Record<string, Found>>(`/${index}/_mapping`)
  return hasMapping(found?.[index])
}

/** The newest index with the present rules; undefined if there is none. */
export async function newestIndex(cluster: SearchCluster, alias: string): Promise<string | undefined> {
  const names = [...(await findIndexes(cluster, alias))]
    .filter(([, { mappings }]) => mappings._meta?.rules === DOCUMENT_RULES)
    .map(([name]) => name)
  return names.sort((a, b) => numberOf(b, alias) - numberOf(a, alias))[0]
}

const numberOf = (index: string, alias: string): number => Number(index.slice(alias.length + 1))

/** Makes an empty index with the next free number. */
export async function createIndex(cluster: SearchCluster, alias: string): Promise<string> {
  const numbers = [...(await findIndexes(cluster, alias)).keys()].map((name) => numberOf(name, alias))
  const name = `${alias}-${String(Math.max(0, ...numbers) + 1).padStart(4, '0')}`
  await cluster.send('PUT', `/${name}`, mapping)
  return name
}

/**
 * Lets readers find this index and no other, in one step, and deletes all earlier ones. A later one stays: it may be a rebuild
 * under way.
 */
export async function switchTo(cluster: SearchCluster, alias: string, index: string): Promise<void> {
  await cluster.send('POST', `/${index}/_refresh`)
  const existing = await findIndexes(cluster, alias)
  if (!hasMapping(existing.get(index))) throw indexIsGone(index)
  const others = [...existing].filter(([name]) => name !== index)
  const isEarlier = (name: string) => numberOf(name, alias) < numberOf(index, alias)
  await cluster.send('POST', '/_aliases', {
    actions: [
      { add: { index, alias } },
      ...others.flatMap(([name, { aliases }]): object[] => {
        if (isEarlier(name)) return [{ remove_index: { index: name } }]
        return alias in aliases ? [{ remove: { index: name, alias } }] : []
      }),
    ],
  })
}

export const indexIsGone = (index: string): LegislogError =>
  new LegislogError('search_failed', `${index} was deleted while it was built: another index is live now`)

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
