import type { ServiceName } from '../../../runtime/health/heartbeats.ts'
import type { ServiceName as StoreName } from '../../../stack/home/layout.ts'

export const services = [
  'relay',
  'project',
  'api',
  'webhooks',
  'derive',
  'alerts',
] as const satisfies readonly ServiceName[]
export type Service = (typeof services)[number]

/**
 * dead: its process was killed. frozen: its process is stopped. empty: it has no data. older: it has the data of an
 * earlier day.
 */
export type How = 'dead' | 'frozen' | 'empty' | 'older'

/** The result of /readyz. unready: 503, or no answer, since the service ends. */
export type Readyz = 'ready' | 'degraded' | 'not ready' | 'no answer' | 'unready'

export type Cell = {
  readonly what: StoreName | Service
  readonly how: How
  /** It also runs in `npm test`, not only in the nightly run. */
  readonly is_quick: boolean
  readonly readyz: Readonly<Record<Service, Readyz>>
  /** `status` says that everything is ready, and `up --detach` succeeds. */
  readonly is_well: boolean
  /** The service that `status` and `up` report as broken, if it is another one. */
  readonly named?: StoreName | Service
}

export const allOf = (answer: Readyz): Record<Service, Readyz> => ({
  relay: answer,
  project: answer,
  api: answer,
  webhooks: answer,
  derive: answer,
  alerts: answer,
})
const ready = allOf('ready')
/** derive needs no Kafka. */
const kafkaIsAway = { ...allOf('not ready'), api: 'degraded', derive: 'ready' } as const
const redisIsAway = { ...ready, api: 'degraded', webhooks: 'not ready' } as const

/** The services that are still ready if one does not answer: the API reports that no changes arrive. */
const without = (service: Service, api: Readyz): Record<Service, Readyz> => ({
  ...ready,
  api,
  [service]: 'no answer',
})

/** The health matrix: the test and docs/health.md are made from this table. */
export const cells: readonly Cell[] = [
  { what: 'kafka', how: 'dead', is_quick: false, readyz: kafkaIsAway, is_well: false },
  { what: 'kafka', how: 'frozen', is_quick: false, readyz: kafkaIsAway, is_well: false },
  {
    what: 'kafka',
    how: 'empty',
    is_quick: false,
    readyz: { ...allOf('unready'), api: 'degraded', derive: 'ready' },
    is_well: false,
  },
  {
    what: 'kafka',
    how: 'older',
    is_quick: false,
    readyz: { ...allOf('unready'), api: 'degraded', derive: 'ready' },
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
    // An older Postgres is healthy by itself.
    named: 'relay',
  },
  { what: 'redis', how: 'dead', is_quick: true, readyz: redisIsAway, is_well: false },
  { what: 'redis', how: 'frozen', is_quick: false, readyz: redisIsAway, is_well: false },
  { what: 'redis', how: 'empty', is_quick: false, readyz: ready, is_well: true },
  { what: 'redis', how: 'older', is_quick: false, readyz: ready, is_well: true },
  { what: 'registry', how: 'dead', is_quick: false, readyz: ready, is_well: false },
  { what: 'registry', how: 'frozen', is_quick: false, readyz: ready, is_well: false },
  { what: 'registry', how: 'empty', is_quick: false, readyz: ready, is_well: false },
  { what: 'registry', how: 'older', is_quick: false, readyz: ready, is_well: false },
  { what: 'relay', how: 'dead', is_quick: false, readyz: without('relay', 'degraded'), is_well: false },
  { what: 'relay', how: 'frozen', is_quick: false, readyz: without('relay', 'degraded'), is_well: false },
  { what: 'project', how: 'dead', is_quick: false, readyz: without('project', 'degraded'), is_well: false },
  { what: 'project', how: 'frozen', is_quick: true, readyz: without('project', 'degraded'), is_well: false },
  { what: 'api', how: 'dead', is_quick: false, readyz: without('api', 'no answer'), is_well: false },
  { what: 'api', how: 'frozen', is_quick: false, readyz: without('api', 'no answer'), is_well: false },
  { what: 'webhooks', how: 'dead', is_quick: false, readyz: without('webhooks', 'ready'), is_well: false },
  { what: 'webhooks', how: 'frozen', is_quick: false, readyz: without('webhooks', 'ready'), is_well: false },
  { what: 'derive', how: 'dead', is_quick: false, readyz: without('derive', 'ready'), is_well: false },
  { what: 'derive', how: 'frozen', is_quick: false, readyz: without('derive', 'ready'), is_well: false },
  { what: 'alerts', how: 'dead', is_quick: false, readyz: without('alerts', 'ready'), is_well: false },
  { what: 'alerts', how: 'frozen', is_quick: false, readyz: without('alerts', 'ready'), is_well: false },
]

/** The table as docs/health.md shows it. */
export function cellsTable(): string {
  const head = ['what', 'is', ...services.map((name) => `${name} \`/readyz\``), '`status`', '`up --detach`']
  const rows = cells.map(({ what, how, readyz, is_well, named }) => [
    what,
    how,
    ...services.map((name) => wordsOf(readyz[name])),
    is_well ? 'ready' : `not ready; names the ${named ?? 'part'}`,
    is_well ? 'as before' : `exits with 1; names the ${named ?? 'part'}`,
  ])
  return [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n')
}

const wordsOf = (answer: Readyz): string => (answer === 'unready' ? 'not ready, or no answer' : answer)
