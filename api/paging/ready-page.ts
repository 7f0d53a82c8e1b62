import type { Feed, ReadModel, ReadOptions, Select } from '../read-schema/live-schema.ts'
import { MEMBERS_FOLLOW } from './page-bytes.ts'
import { dayColumn, ITEM_WEIGHT, type PageRequest, type PageRow, weighed } from './page-select.ts'

/** A place in an order of columns. */
export type Place = Pick<PageRow, 'id' | 'updated_at' | 'seq'> & { readonly day?: string }

/**
 * A page whose items Postgres has joined, because reading hundreds of single rows is most of the cost of a
 * page.
 */
export type ReadyPage = {
  readonly feed: Feed
  /** JSON objects and tombstones with commas between them, to be sent by `pageBytes`, which puts added members into them. */
  readonly items: string
  /** The cursor of the last item, if another page follows. */
  readonly last: Place | undefined
  /** True if the page ends before its limit because its items reached the largest page size. */
  readonly is_cut: boolean
}

type Ready = {
  readonly items: string | null
  readonly found: number
  readonly shown: number
  readonly last_id: number | string
  readonly last_updated_at: string
  readonly last_seq: string
  readonly last_day?: string
}

/** The same JSON as `tombstone` in api/paging/collection.ts. */
const TOMBSTONE = `concat('{"id":', to_json(p.id), ',"ocd_id":', to_json(p.ocd_id), ',"deleted":true,"updated_at":"',
    to_char(p.updated_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), '"}')`

/**
 * Reads one page. `select` gives its rows in their order, one more than the page has, with the columns of every page and
 * `ocd_id`; `members` are added to each item: JSON, as SQL over a row `p`.
 */
export async function readReadyPage(
  model: ReadModel,
  page: PageRequest,
  select: Select,
  options: ReadOptions & { readonly members: Readonly<Record<string, string>> },
): Promise<ReadyPage> {
  // The end of an item is not searched here, because Postgres would count the characters before it.
  const members = Object.entries(options.members).map(([name, json]) => `'"${name}":', ${json}`)
  const item = `concat(coalesce(p.item, concat('{"id":', to_json(p.id), '}')), chr(${MEMBERS_FOLLOW.charCodeAt(0)}), ${members.join(", ',', ")}, '}')`
  const places = ['id', 'updated_at', 'seq', ...(dayColumn(page.order) === '' ? [] : ['day'])]
  const { feed, rows } = await model.read<Ready>((schema, bind) => {
    const fits = `o.page_place <= ${bind(page.limit)}::bigint AND (o.page_place = 1 OR o.bytes_through <= ${bind(page.bytes)}::bigint)`
    const last = places.map(
      (column) => `max(p.${column}) FILTER (WHERE p.page_place = p.shown) AS last_${column}`,
    )
    return `SELECT 1 AS id, ${last.join(', ')}, count(*)::integer AS found, max(p.shown)::integer AS shown,
        string_agg(CASE WHEN p.deleted THEN ${TOMBSTONE} ELSE ${item} END, ',') FILTER (WHERE p.page_place <= p.shown) AS items
      FROM (
        SELECT o.*, max(o.page_place) FILTER (WHERE ${fits}) OVER () AS shown
        FROM (${weighed(select(schema, bind), ITEM_WEIGHT)}) o
      ) p`
  }, options)
  const { items, found, shown, ...place } = rows[0]!
  return {
    feed,
    items: items ?? '',
    last: found > shown ? lastOf(place) : undefined,
    is_cut: found > shown && shown < page.limit,
  }
}

const lastOf = (ready: Omit<Ready, 'items' | 'found' | 'shown'>): Place => ({
  id: ready.last_id,
  updated_at: ready.last_updated_at,
  seq: ready.last_seq,
  ...(ready.last_day === undefined ? {} : { day: ready.last_day }),
})
