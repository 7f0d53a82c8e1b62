import { liveReadSchema } from '../../runtime/postgres/live-read-schema.ts'
import { LegislogError } from '../../schemas/errors.ts'
import { makeWidget, publishStory, SIGN_UP } from './published-story.ts'
import { exportedList, type StoryService } from './story-service.ts'

/** Bills of the sheet of the published page. */
const SHEET_BILLS = 60
const LARGE_SHEET_BILLS = 1_000
/** Different bills and people whose pages are asked for. */
export const DRAWN = 100

/** Pages of one kind. */
export type Kind = {
  readonly name: string
  readonly paths: readonly string[]
  /** The page is built as that of another kind, so that only the time of the server is measured. */
  readonly is_variant?: boolean
}

export async function readSchemaOf({ database }: StoryService): Promise<string> {
  const readSchema = await liveReadSchema(database)
  if (readSchema === undefined)
    throw new LegislogError('usage', 'no read schema is live: no bills are stored')
  return readSchema
}

/** The kinds of pages of the console, with things of the account that this makes. */
export async function kindsOf(service: StoryService): Promise<readonly Kind[]> {
  const { database, call, public_origin } = service
  const { sheet_id } = await publishStory(service, SHEET_BILLS)
  const widget = await makeWidget(service, public_origin, { shows: { sheet_id }, leads: SIGN_UP })
  const { data: pages } = await call<{ data: readonly { id: number }[] }>('GET', '/stakeholder-pages')
  const large = await call<{ id: number }>('POST', '/bill_sheets', { name: 'All that we follow' })
  const text = await exportedList(database, LARGE_SHEET_BILLS)
  await call('POST', `/bill_sheets/${large.id}/import`, { text })
  return [
    { name: 'first page: the newest bills with facets', paths: [''] },
    ...searchKinds,
    ...(await storedKinds(service)),
    { name: 'people', paths: ['/people', '/people?q=smith'] },
    { name: `sheet of up to ${SHEET_BILLS} bills`, paths: [`/sheets/${sheet_id}`] },
    { name: `sheet of up to ${LARGE_SHEET_BILLS} bills`, paths: [`/sheets/${large.id}`] },
    { name: 'page with its preview', paths: pages.map(({ id }) => `/pages/${id}`) },
    { name: 'widget with its preview', paths: [`/widgets/${widget.id}`] },
    ...[
      'sheets',
      'pages',
      'widgets',
      'scorecards',
      'lookup',
      'alerts',
      'webhooks',
      'usage',
      'operations',
    ].map((name) => ({ name, paths: [`/${name}`] })),
    { name: 'account', paths: ['/account', '/account/users', '/account/tokens', '/account/audit-log'] },
  ].filter(({ paths }) => paths.length > 0)
}

const WORDS = ['water', 'school', 'insurance', 'tax', 'health care', 'vehicle registration']
const PLACES = ['wa', 'ca', 'ny'].map((state) => `ocd-division/country:us/state:${state}`)

const searched = (more: Readonly<Record<string, string>> = {}): readonly string[] =>
  WORDS.map((q) => `?${new URLSearchParams({ q, ...more }).toString()}`)

const searchKinds: readonly Kind[] = [
  { name: 'search by words with facets', paths: searched() },
  { name: '+ place', is_variant: true, paths: PLACES.flatMap((jurisdiction) => searched({ jurisdiction })) },
  {
    name: '+ status',
    is_variant: true,
    paths: ['enacted', 'in_committee'].flatMap((status) => searched({ status })),
  },
  {
    name: '+ place and status',
    is_variant: true,
    paths: PLACES.flatMap((jurisdiction) => searched({ jurisdiction, status: 'enacted' })),
  },
  {
    name: 'bills of a place with facets',
    is_variant: true,
    paths: PLACES.map((jurisdiction) => `?jurisdiction=${jurisdiction}`),
  },
]

/** Pages of stored bills and people: of any, and of those with the largest pages. */
async function storedKinds(service: StoryService): Promise<readonly Kind[]> {
  const schema = await readSchemaOf(service)
  const pathsOf = async (folder: string, select: string) => {
    const { rows } = await service.database.query<{ id: number }>(`${select} LIMIT ${DRAWN}`)
    return rows.map(({ id }) => `/${folder}/${id}`)
  }
  // A source may name bills and people in votes that it never lists.
  const most = (id: string, among: string, listed: string) =>
    `SELECT x.${id} AS id FROM ${schema}.${among} x JOIN ${schema}.${listed} l ON l.id = x.${id}
     WHERE NOT x.deleted AND NOT l.deleted AND ${listed === 'bills' ? 'l.present' : 'true'}
     GROUP BY 1 ORDER BY count(*) DESC, 1`
  const any = (table: string, condition: string) =>
    `SELECT id FROM ${schema}.${table} WHERE ${condition} ORDER BY hashint8(id)`
  return [
    { name: 'bill', paths: await pathsOf('bills', any('bills', 'present AND NOT deleted')) },
    {
      name: 'bill with the most roll calls',
      paths: await pathsOf('bills', most('bill_id', 'votes', 'bills')),
    },
    { name: 'person', paths: await pathsOf('people', any('people', 'NOT deleted')) },
    {
      name: 'person of the most sessions',
      paths: await pathsOf('people', most('person_id', 'name_matches', 'people')),
    },
  ]
}
