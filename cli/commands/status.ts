import { type Command, InvalidArgumentError } from 'commander'
import { readSettings } from '../../runtime/settings.ts'
import { type Answer, answers, explain } from '../answer.ts'
import { describeProcesses, describeStatus } from '../status/describe-status.ts'
import { openLogEnds } from '../status/log-ends.ts'
import { readStatus, type Status, whenCaughtUp } from '../status/read-status.ts'
import { type HomeProcess, homeProcesses } from '../up/processes.ts'
import { withDatabase } from '../with-database.ts'

export function registerStatus(program: Command): void {
  answers<{ wait?: boolean; timeout: number }>(
    program
      .command('status')
      .description('which processes run, and how far relay, projections and dispatcher are behind the log')
      .option('--wait', 'return when all of them have caught up')
      .option('--timeout <seconds>', 'longest wait', seconds, 600),
    async ({ options }) => {
      const processes = await homeProcesses(readSettings(process.env))
      try {
        const status = await withDatabase('status', async (database, settings) => {
          const tolerance_s = settings.clock_tolerance_s
          const ends = openLogEnds(settings)
          const read = (): Promise<Status> =>
            options.wait === true
              ? whenCaughtUp(database, ends, options.timeout, tolerance_s)
              : readStatus(database, ends, tolerance_s)
          return await read().finally(() => ends.close())
        })
        return {
          text: `${describeProcesses(processes)}${describeStatus(status)}`,
          json: { ...status, processes },
          failed: status.kafka_error !== null || status.clock_error !== null,
        }
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

function seconds(text: string): number {
  const value = Number(text)
  if (!(value > 0)) throw new InvalidArgumentError('it must be a number of seconds')
  return value
}
