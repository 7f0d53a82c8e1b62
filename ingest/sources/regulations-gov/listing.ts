import type { Answer, Fetching } from '../../source-interface/feed.ts'
import { easternMoment } from './eastern-filter.ts'

/** Rows of one answer, and pages of one query: no more than 5,000 rows of a query can be reached. */
export const PAGE_ROWS = 250
export const MOST_PAGES = 20

export type Row = {
  readonly id: string
  readonly docket_id: string | null
  readonly modified_at: string | null
  readonly is_open: boolean
}

export type Page = {
  readonly answer: Answer
  readonly rows: readonly Row[]
  readonly has_next: boolean
  readonly total: number
}

export type Query = {
  readonly type: string
  /** Changed since then, that second included. UTC. */
  readonly from: string
  /** The last change, for documents that share one second. */
  readonly to?: string
  readonly posted?: { readonly from: string; readonly to: string }
}

/** One page of the documents of a type, the one changed longest ago first. */
export async function askPage({ get }: Fetching, query: Query, number: number): Promise<Page> {
  const { type, from, to, posted } = query
  const parameters = new URLSearchParams([
    ['filter[documentType]', type],
    ['filter[lastModifiedDate][ge]', easternMoment(from).since],
    ...(to === undefined ? [] : [['filter[lastModifiedDate][le]', easternMoment(to).until]]),
    ...(posted === undefined
      ? []
      : [
          ['filter[postedDate][ge]', posted.from],
          ['filter[postedDate][le]', posted.to],
        ]),
    ['sort', 'lastModifiedDate,documentId'],
    ['page[size]', String(PAGE_ROWS)],
    ['page[number]', String(number)],
  ] as [string, string][])
  const place = [type.toLowerCase().replaceAll(' ', '-'), from.replaceAll(/[-:]/gu, ''), posted?.from, number]
  const answer = await get({
    url: `documents?${parameters}`,
    name: `regulations-gov/documents_${place.filter((part) => part !== undefined).join('_')}.json`,
    expects: 'json',
    conditional: false,
  })
  return pageOf(answer!)
}

type Body = {
  data?: readonly { id?: string; attributes?: Readonly<Record<string, unknown>> }[]
  meta?: { hasNextPage?: boolean; totalElements?: number }
}

function pageOf(answer: Answer): Page {
  const { data = [], meta = {} } = JSON.parse(answer.body.toString()) as Body
  const rows = data.map(({ id = '', attributes = {} }) => ({
    id,
    docket_id: typeof attributes.docketId === 'string' ? attributes.docketId : null,
    modified_at: typeof attributes.lastModifiedDate === 'string' ? attributes.lastModifiedDate : null,
    is_open: attributes.openForComment === true,
  }))
  return { answer, rows, has_next: meta.hasNextPage === true, total: meta.totalElements ?? rows.length }
}
