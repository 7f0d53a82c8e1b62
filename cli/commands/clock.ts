import type { Command } from 'commander'
import { unstampAfter } from '../../ingest/relay/unstamp.ts'
import { setLogClockBack } from '../../projections/watermark/set-log-clock-back.ts'
import { describeClockAhead, readClocks } from '../../runtime/log-clock/clock-ahead.ts'
import { type Database, inTransaction } from '../../runtime/postgres/postgres.ts'
import type { Settings } from '../../runtime/settings/settings.ts'
import { LegislogError } from '../../schemas/errors.ts'
import { withDatabase } from '../context/with-database.ts'
import { type Answer, setAction } from '../output/answer.ts'

export function registerClock(program: Command): void {
  const clock = program.command('clock').description('show the time of the log clock')
  setAction(clock, () => withDatabase('clock', show))
  setAction<{ acceptMissed?: boolean }>(
    clock
      .command('back')
      .description('after a clock jump, set the log clock back and begin a new feed')
      .option(
        '--accept-missed',
        'set it back even if readers may have a time that is less than 30 days away',
      ),
    ({ options }) =>
      withDatabase('clock', (database, settings) =>
        setClockBack(database, settings, options.acceptMissed === true),
      ),
  )
}

async function show(database: Database, { clock_tolerance_s }: Settings): Promise<Answer> {
  const clocks = await readClocks(database)
  const reason = describeClockAhead(clocks, clock_tolerance_s)
  const agreed = `the clock of the log stands at ${clocks.log_at}, the database's at ${clocks.database_at}`
  return {
    text: reason === undefined ? agreed : `CLOCK AHEAD: ${reason}`,
    json: { ...clocks, clock_error: reason ?? null },
    failed: reason !== undefined,
  }
}

/** Throws `clock_ahead` while the database itself is ahead: it would lead there again. */
export async function setClockBack(
  database: Database,
  { clock_tolerance_s: tolerance_s }: Pick<Settings, 'clock_tolerance_s'>,
  acceptMissed: boolean,
): Promise<Answer> {
  const clocks = await readClocks(database)
  const reason = describeClockAhead(clocks, tolerance_s)
  if (reason === undefined) {
    return { text: 'nothing to do: the clocks agree', json: { ...clocks, is_set: false } }
  }
  const ofDatabase = describeClockAhead({ ...clocks, log_at: clocks.database_at }, tolerance_s)
  if (ofDatabase !== undefined) throw new LegislogError('clock_ahead', ofDatabase)
  const set = await inTransaction(database, async (client) => {
    const back = await setLogClockBack(client, { tolerance_s, accept_missed: acceptMissed })
    return { ...back, unstamped: await unstampAfter(client, back.to) }
  })
  const feed = set.feed_epoch === null ? '' : `; readers of changes begin feed ${set.feed_epoch}`
  return {
    text: `the log clock was set back to ${set.to} (it stood at ${set.from}); ${set.unstamped} rows are stamped again${feed}`,
    json: { ...set, is_set: true },
  }
}
