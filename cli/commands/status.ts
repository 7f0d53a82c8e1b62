import { setTimeout as delay } from 'node:timers/promises'
import { type Command, InvalidArgumentError } from 'commander'
import { type ProjectionStatus, projectionStatus } from '../../projections/status.ts'
import type { Database } from '../../runtime/postgres.ts'
import { readSettings } from '../../runtime/settings.ts'
import { LegislogError } from '../../schemas/errors.ts'
import { type Answer, answers, explain, table } from '../answer.ts'
import { type HomeProcess, homeProcesses } from '../up/processes.ts'
import { withDatabase } from '../with-database.ts'

const POLL_MS = 100

type Status = {
  readonly caught_up: boolean
  /** Observations that wait for the relay. */
  readonly outbox: number
  readonly read_schemas: readonly ProjectionStatus[]
  /** Events that the dispatcher has not read; null before it ever ran. */
  readonly webhook_lag_events: number | null
}

export function registerStatus(program: Command): void {
  answers<{ wait?: boolean; timeout: number }>(
    program
      .command('status')
      .description('which processes run, and how far relay, projections and dispatcher are behind the log')
      .option('--wait', 'return when all of them have caught up')
      .option('--timeout <seconds>', 'longest wait', seconds, 600),
    async ({ options }) => {
      const read = (database: Database): Promise<Status> =>
        options.wait === true ? whenCaughtUp(database, options.timeout) : readStatus(database)
      const processes = await homeProcesses(readSettings(process.env))
      try {
        const status = await withDatabase('status', read)
        return { text: `${describeProcesses(processes)}${describe(status)}`, json: { ...status, processes } }
      } catch (error) {
        if (options.wait === true || processes.length === 0) throw error
        return withoutDatabase(processes, error)
      }
    },
  )
}

/** If Postgres is gone, the answer still lists which processes run. */
function withoutDatabase(processes: readonly HomeProcess[], error: unknown): Answer {
  const { code, message } = explain(error)
  return {
    text: `${describeProcesses(processes)}legislog: ${code}: ${message}`,
    json: { caught_up: false, processes, error: { code, message } },
    failed: true,
  }
}

function describeProcesses(processes: readonly HomeProcess[]): string {
  if (processes.length === 0) return ''
  const rows = processes.map(({ name, state, pid, since }) => [name, state, String(pid), since ?? ''])
  return `${table([['process', 'state', 'pid', 'since'], ...rows])}\n\n`
}

function seconds(text: string): number {
  const value = Number(text)
  if (!(value > 0)) throw new InvalidArgumentError('it must be a number of seconds')
  return value
}

async function whenCaughtUp(database: Database, timeout_s: number): Promise<Status> {
  const until = performance.now() + timeout_s * 1000
  for (;;) {
    const status = await readStatus(database)
    if (status.caught_up) return status
    if (performance.now() > until) {
      throw new LegislogError('service_failed', `not caught up after ${timeout_s} s: ${summary(status)}`)
    }
    await delay(POLL_MS)
  }
}

async function readStatus(database: Database): Promise<Status> {
  // The outbox first: what leaves it meanwhile is seen in the log.
  const { rows } = await database.query<{ outbox: number }>('SELECT count(*) AS outbox FROM ingest.outbox')
  const outbox = rows[0]!.outbox
  const read_schemas = await projectionStatus(database)
  const webhook_lag_events = await webhookLag(database)
  const live = read_schemas.find(({ is_live }) => is_live)
  const caught_up =
    outbox === 0 &&
    live !== undefined &&
    live.partitions.every(({ lag_events, claimed }) => lag_events === 0 && claimed === 0) &&
    (webhook_lag_events ?? 0) === 0
  return { caught_up, outbox, read_schemas, webhook_lag_events }
}

/** The dispatcher has a position for each partition that it has ever read. */
async function webhookLag(database: Database): Promise<number | null> {
  const { rows } = await database.query<{ lag: number | null }>(`
    SELECT sum(greatest(coalesce(c.end_offset, 0) - w.next, 0))::bigint AS lag
    FROM webhook.position w LEFT JOIN control.partition_clock c USING (topic, partition)`)
  return rows[0]!.lag
}

function summary({ outbox, read_schemas, webhook_lag_events }: Status): string {
  const lag = read_schemas
    .filter(({ is_live }) => is_live)
    .flatMap(({ partitions }) => partitions)
    .reduce((sum, { lag_events, claimed }) => sum + lag_events + claimed, 0)
  return `${outbox} observations in the outbox, ${lag} events to project, ${webhook_lag_events ?? 0} to dispatch`
}

function describe(status: Status): string {
  const lines = [
    `${status.caught_up ? 'caught up' : 'behind'}: ${summary(status)}`,
    ...status.read_schemas.map(
      (one) =>
        `${one.read_schema}${one.is_live ? ' (live)' : ` (${one.state})`}: watermark ${one.watermark}, ` +
        `${one.parked_keys} parked keys with ${one.parked_events} events`,
    ),
    ...status.read_schemas.flatMap(({ halted }) =>
      halted === null ? [] : [`HALTED since ${halted.at}: ${halted.message}`],
    ),
  ]
  // What is frozen or being built is not behind: nobody brings it up to date.
  const followed = status.read_schemas.filter(({ state }) => state === 'projecting')
  const parts = followed.flatMap(({ read_schema, partitions }) =>
    partitions
      .filter(({ end }) => end > 0)
      .map((part) => [
        read_schema,
        `${part.topic}:${part.partition}`,
        String(part.end),
        String(part.next),
        String(part.lag_events),
        part.lag_s.toFixed(1),
      ]),
  )
  if (parts.length === 0) return lines.join('\n')
  return [...lines, table([['schema', 'partition', 'end', 'next', 'lag', 'lag s'], ...parts])].join('\n')
}
