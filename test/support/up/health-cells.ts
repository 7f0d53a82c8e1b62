import type { ServiceName } from '../../../runtime/health/heartbeats.ts'
import type { ServiceName as StoreName } from '../../../stack/home/layout.ts'

export const services = ['relay', 'project', 'api', 'webhooks'] as const satisfies readonly ServiceName[]
export type Service = (typeof services)[number]

/** dead: its process was killed. frozen: its process is stopped. empty: it has no data. older: it has the data of an earlier day. */
export type How = 'dead' | 'frozen' | 'empty' | 'older'

/** What /readyz says. unready: 503, or no answer at all, since the service ends. */
export type Readyz = 'ready' | 'degraded' | 'not ready' | 'no answer' | 'unready'

export type Cell = {
  readonly what: StoreName | Service
  readonly how: How
  /** In `npm test` too, and not only in the nightly run. */
  readonly is_quick: boolean
  readonly readyz: Readonly<Record<Service, Readyz>>
  /** `status` says that everything is ready, and `up --detach` succeeds. */
  readonly is_well: boolean
  /** What `status` and `up` name as broken, if it is not the thing itself. */
  readonly named?: StoreName | Service
}

const allOf = (answer: Readyz): Record<Service, Readyz> => ({
  relay: answer,
  project: answer,
  api: answer,
  webhooks: answer,
})
const ready = allOf('ready')
const kafkaIsAway = { ...allOf('not ready'), api: 'degraded' } as const
const redisIsAway = { ...ready, api: 'degraded', webhooks: 'not ready' } as const

/** What is still ready if one service does not answer: the API says that news does not come. */
const without = (service: Service, api: Readyz): Record<Service, Readyz> => ({
  ...ready,
  api,
  [service]: 'no answer',
})

/** The health matrix: the test and docs/health.md are made of this table. */
export const cells: readonly Cell[] = [
  { what: 'kafka', how: 'dead', is_quick: true, readyz: kafkaIsAway, is_well: false },
  { what: 'kafka', how: 'frozen', is_quick: true, readyz: kafkaIsAway, is_well: false },
  {
    what: 'kafka',
    how: 'empty',
    is_quick: false,
    readyz: { ...allOf('unready'), api: 'degraded' },
    is_well: false,
  },
  {
    what: 'kafka',
    how: 'older',
    is_quick: false,
    readyz: { ...allOf('unready'), api: 'degraded' },
    is_well: false,
  },
  { what: 'postgres', how: 'dead', is_quick: false, readyz: allOf('not ready'), is_well: false },
  { what: 'postgres', how: 'frozen', is_quick: true, readyz: allOf('not ready'), is_well: false },
  { what: 'postgres', how: 'empty', is_quick: false, readyz: allOf('unready'), is_well: false },
  {
    what: 'postgres',
    how: 'older',
    is_quick: false,
    readyz: { ...ready, relay: 'unready', api: 'degraded' },
    is_well: false,
    // An older Postgres is in order by itself.
    named: 'relay',
  },
  { what: 'redis', how: 'dead', is_quick: true, readyz: redisIsAway, is_well: false },
  { what: 'redis', how: 'frozen', is_quick: true, readyz: redisIsAway, is_well: false },
  { what: 'redis', how: 'empty', is_quick: false, readyz: ready, is_well: true },
  { what: 'redis', how: 'older', is_quick: false, readyz: ready, is_well: true },
  { what: 'registry', how: 'dead', is_quick: false, readyz: ready, is_well: false },
  { what: 'registry', how: 'frozen', is_quick: true, readyz: ready, is_well: false },
  { what: 'registry', how: 'empty', is_quick: false, readyz: ready, is_well: false },
  { what: 'registry', how: 'older', is_quick: false, readyz: ready, is_well: false },
  { what: 'relay', how: 'dead', is_quick: true, readyz: without('relay', 'degraded'), is_well: false },
  { what: 'relay', how: 'frozen', is_quick: true, readyz: without('relay', 'degraded'), is_well: false },
  { what: 'project', how: 'dead', is_quick: false, readyz: without('project', 'degraded'), is_well: false },
  { what: 'project', how: 'frozen', is_quick: true, readyz: without('project', 'degraded'), is_well: false },
  { what: 'api', how: 'dead', is_quick: true, readyz: without('api', 'no answer'), is_well: false },
  { what: 'api', how: 'frozen', is_quick: true, readyz: without('api', 'no answer'), is_well: false },
  { what: 'webhooks', how: 'dead', is_quick: false, readyz: without('webhooks', 'ready'), is_well: false },
  { what: 'webhooks', how: 'frozen', is_quick: true, readyz: without('webhooks', 'ready'), is_well: false },
]

/** The table as docs/health.md shows it. */
export function cellsTable(): string {
  const head = ['what', 'is', ...services.map((name) => `${name} \`/readyz\``), '`status`', '`up --detach`']
  const rows = cells.map(({ what, how, readyz, is_well, named }) => [
    what,
    how,
    ...services.map((name) => wordsOf(readyz[name])),
    is_well ? 'ready' : `not ready, names ${named ?? 'it'}`,
    is_well ? 'as before' : `exits with 1, names ${named ?? 'it'}`,
  ])
  return [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n')
}

const wordsOf = (answer: Readyz): string => (answer === 'unready' ? 'not ready, or no answer' : answer)
