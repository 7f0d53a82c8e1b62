import { keywordOf, ROUTINE_KEYWORD } from '../../../projections/projectors/content/bill-content.ts'
import { DAY_MS } from '../../../runtime/durations.ts'
import type { Log } from '../../../runtime/log.ts'
import { NO_DAY } from '../../../runtime/search-cluster/bill-index.ts'
import type { SearchCluster } from '../../../runtime/search-cluster/search-cluster.ts'
import { type SearchQuery, searchQuery } from '../../../runtime/words/search-query.ts'
import type { PageRequest } from '../../paging/page-select.ts'
import type { Feed, ReadModel } from '../../read-schema/live-schema.ts'
import type { BillFilters } from '../bills/bill-filters.ts'
import { type RankBills, type RankedBill, shownOf } from '../bills/ranked-bills.ts'
import { ownPart, servedText } from '../ranking/word-matches.ts'
import { readWordWeights, type WordWeights } from '../ranking/word-weights.ts'
import { type ClusterQuery, matchesOf } from './cluster-query.ts'

type Words = 'word_score' | 'text_score'
type Hit = { readonly id: number; readonly score: number; readonly day: number }
type Ranked = { readonly feed: Feed; readonly rows: RankedBill[] }

/**
 * Ranks bills in a search cluster, with the weights of words that Postgres counted. Rows, passages and cursors are those of a
 * search in Postgres. Postgres answers if the cluster does not, and if a filter is not in the cluster.
 */
export function createClusterRanking({
  cluster,
  alias,
  otherwise,
  log,
}: {
  readonly cluster: SearchCluster
  readonly alias: string
  readonly otherwise: RankBills
  readonly log: Log
}): RankBills {
  return async (model, page, filters) => {
    if (!isInCluster(filters)) return otherwise(model, page, filters)
    try {
      return await rank({ model, cluster, alias }, page, filters)
    } catch (error) {
      log.warn({ err: error }, 'the search cluster does not answer; Postgres ranks')
      return otherwise(model, page, filters)
    }
  }
}

/** A new filter has to say here if the cluster has its values. */
const IN_CLUSTER: Readonly<Record<keyof BillFilters, boolean>> = {
  q: true,
  jurisdiction: true,
  session: true,
  subject: true,
  status: true,
  classification: true,
  chamber: true,
  routine: true,
  introduced_since: true,
  identifiers: false,
  sponsor: false,
  ids: false,
  action_since: false,
}

/** Postgres answers requests with any other filter. */
export const isInCluster = (filters: BillFilters): boolean =>
  Object.entries(filters).every(
    ([name, value]) => value === undefined || IN_CLUSTER[name as keyof BillFilters] === true,
  )

type On = { readonly model: ReadModel; readonly cluster: SearchCluster; readonly alias: string }

/** Matches in title, numbers, subjects or abstracts come first, then those in the text alone. */
async function rank(
  on: On,
  page: PageRequest,
  { q, ...filters }: BillFilters & { readonly q: string },
): Promise<Ranked> {
  const query = searchQuery(q)
  if (query.alternatives.length === 0) return readRows(on.model, query, [], 'word_score')
  const rows: RankedBill[] = []
  const orders: readonly Words[] = page.order === 'text_score' ? ['text_score'] : ['word_score', 'text_score']
  let feed: Feed | undefined
  for (const order of orders) {
    const after = page.order === order || page.order === 'identifier_desc' ? page.after : undefined
    const wanted = page.limit + 1 - rows.length
    const weights = await readWordWeights(on.model, query, {
      pinned: after?.[0] as number | undefined,
      filters: [],
      table: order === 'word_score' ? 'bill_words' : 'text',
    })
    const hits = await find(on, { query, filters, order, weights, after, wanted })
    const found = await readRows(on.model, query, hits, order, weights.count_number)
    feed ??= found.feed
    rows.push(...found.rows)
    if (hits.length >= wanted) break
  }
  return { feed: feed!, rows: withBytes(rows, page.bytes) }
}

type Asked = {
  readonly query: SearchQuery
  readonly filters: BillFilters
  readonly order: Words
  readonly weights: WordWeights
  readonly after: PageRequest['after']
  readonly wanted: number
}

async function find(
  { cluster, alias }: On,
  { query, filters, order, weights, after, wanted }: Asked,
): Promise<Hit[]> {
  const [matching, impacts] = order === 'word_score' ? ['words', 'impacts'] : ['text_words', 'text_impacts']
  const [, score, day, id] = after ?? []
  const body = {
    size: wanted,
    _source: false,
    track_total_hits: false,
    query: {
      bool: {
        filter: [matchesOf(query, matching), { term: { deleted: false } }, ...filterQueries(filters)],
        must_not: [
          ...(order === 'text_score' ? [matchesOf(query, 'words')] : []),
          ...(filters.routine === false ? [{ term: { keywords: ROUTINE_KEYWORD } }] : []),
        ],
        should: weights.terms.map(({ form, weight }) => ({
          rank_feature: { field: `${impacts}.${form}`, boost: weight, linear: {} },
        })),
      },
    },
    sort: [{ _score: 'desc' }, { day: 'desc' }, { id: 'desc' }],
    ...(after === undefined ? {} : { search_after: [score, dayNumber(String(day)), id] }),
  }
  const { hits } = await cluster.send<{ hits: { hits: { sort: [number, number, number] }[] } }>(
    'POST',
    `/${alias}/_search`,
    body,
  )
  return hits.hits.map(({ sort: [points, on, bill] }) => ({ id: bill, score: points, day: on }))
}

function filterQueries(filters: BillFilters): ClusterQuery[] {
  const { jurisdiction, session, chamber, status, subject, classification, routine, introduced_since } =
    filters
  const keywords = [
    subject === undefined ? undefined : keywordOf('subject', subject),
    classification === undefined ? undefined : keywordOf('classification', classification),
    routine === true ? ROUTINE_KEYWORD : undefined,
  ]
  const values = Object.entries({ jurisdiction, session, chamber, status })
  return [
    ...values.flatMap(([field, value]) => (value === undefined ? [] : [{ term: { [field]: value } }])),
    ...keywords.flatMap((value) => (value === undefined ? [] : [{ term: { keywords: value } }])),
    ...(introduced_since === undefined ? [] : [{ range: { day: { gte: dayNumber(introduced_since) } } }]),
  ]
}

const dayNumber = (day: string): number =>
  day === '-infinity' ? NO_DAY : Math.floor(Date.parse(`${day}T00:00:00Z`) / DAY_MS)
const dayText = (day: number): string =>
  day === NO_DAY ? '-infinity' : new Date(day * DAY_MS).toISOString().slice(0, 10)

/** The rows of hits, in their order. A bill that readers of Postgres do not see, or no longer see, is left out. */
async function readRows(
  model: ReadModel,
  query: SearchQuery,
  hits: readonly Hit[],
  order: Words,
  count_number = 0,
): Promise<Ranked> {
  const { feed, rows } = await model.read<RankedBill>((schema, bind) => {
    const found = `unnest(${bind(hits.map(({ id }) => id))}::bigint[]) r (id)`
    const part =
      order === 'text_score'
        ? `'text' AS part, ${servedText(schema)} AS text_sha256`
        : `${ownPart(`${bind(query.tsquery)}::tsquery`)} AS part, NULL AS text_sha256`
    const { columns, joins } = shownOf(schema, part)
    return `SELECT ${columns} FROM ${found} ${joins} WHERE t.present AND NOT t.deleted`
  })
  const byId = new Map(rows.map((row) => [row.id, row]))
  return {
    feed,
    rows: hits.flatMap(({ id, score, day }) => {
      const row = byId.get(id)
      return row === undefined ? [] : [{ ...row, score, day: dayText(day), order, count_number }]
    }),
  }
}

/** Bytes up to each row; rows after the one that exceeds the bytes of a page are left out. */
function withBytes(rows: readonly RankedBill[], most: number): RankedBill[] {
  const kept: RankedBill[] = []
  let through = 0
  for (const row of rows) {
    if (kept.length >= 2 && through > most) break
    const texts = [row.item ?? '', row.title, row.identifiers, row.subjects, row.abstracts]
    through += texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0)
    kept.push({ ...row, bytes_through: through })
  }
  return kept
}
