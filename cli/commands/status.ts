import { type Command, InvalidArgumentError } from 'commander'
import type { Database } from '../../runtime/postgres/postgres.ts'
import { readSettings } from '../../runtime/settings/settings.ts'
import { LegislogError } from '../../schemas/errors.ts'
import { withDatabase } from '../context/with-database.ts'
import { askHealth, type HealthReport } from '../health/ask-health.ts'
import { describeHealth, whatIsBroken } from '../health/describe-health.ts'
import { isReady } from '../health/store-faults.ts'
import { type Answer, describeError, setAction } from '../output/answer.ts'
import { describeStatus } from '../status/describe-status.ts'
import { type LogEnds, openLogEnds } from '../status/log-ends.ts'
import { readStatus, whenCaughtUp } from '../status/read-status.ts'
import type { Status } from '../status/status.ts'

export function registerStatus(program: Command): void {
  setAction<{ wait?: boolean; timeout: number }>(
    program
      .command('status')
      .description(
        'show whether stores and services are ready, and how far relay, projections and dispatcher lag behind the log',
      )
      .option('--wait', 'wait until all of them have caught up')
      .option('--timeout <seconds>', 'longest wait', seconds, 600),
    ({ options }) => (options.wait === true ? answerWhenCaughtUp(options.timeout) : answerNow()),
  )
}

async function answerNow(): Promise<Answer> {
  const settings = readSettings(process.env)
  const health = await askHealth(settings)
  if (!isReady(health.stores, 'postgres')) return describeWithout(health)
  try {
    return describeBoth(await withStatus(readStatus), health)
  } catch (error) {
    return describeWithout(health, error)
  }
}

/** Waits until nothing is behind and nothing is broken. */
async function answerWhenCaughtUp(timeout_s: number): Promise<Answer> {
  const until = performance.now() + timeout_s * 1_000
  for (;;) {
    const left_s = Math.max(0, (until - performance.now()) / 1_000)
    const status = await withStatus((database, ends, tolerance_s) =>
      whenCaughtUp(database, ends, left_s, tolerance_s),
    )
    const health = await askHealth(readSettings(process.env))
    if (health.problems.length === 0) return describeBoth(status, health)
    if (performance.now() > until) {
      throw new LegislogError('service_failed', `not caught up after ${timeout_s} s: ${whatIsBroken(health)}`)
    }
  }
}

type ReadStatus = (database: Database, ends: LogEnds, tolerance_s: number) => Promise<Status>

function withStatus(read: ReadStatus): Promise<Status> {
  return withDatabase('status', async (database, settings) => {
    const ends = openLogEnds(settings)
    return read(database, ends, settings.clock_tolerance_s).finally(() => ends.close())
  })
}

/** A broken store or service may have news that readers do not see: then nothing has caught up. */
function describeBoth(read: Status, health: HealthReport): Answer {
  const status = { ...read, caught_up: read.caught_up && health.problems.length === 0 }
  return {
    text: `${describeHealth(health)}\n\n${describeStatus(status)}`,
    json: { ...status, ...health },
    failed: status.kafka_error !== null || status.clock_error !== null || health.problems.length > 0,
  }
}

/** If Postgres is gone, the answer still says what runs. */
function describeWithout(health: HealthReport, reason?: unknown): Answer {
  const { code, message } =
    reason === undefined
      ? { code: 'service_failed', message: `Postgres is needed: ${whatIsBroken(health)}` }
      : describeError(reason)
  return {
    text: `${describeHealth(health)}\n\nlegislog: ${code}: ${message}`,
    json: { caught_up: false, ...health, ready: false, error: { code, message } },
    failed: true,
  }
}

function seconds(text: string): number {
  const value = Number(text)
  if (!(value > 0)) throw new InvalidArgumentError('it must be a number of seconds')
  return value
}
