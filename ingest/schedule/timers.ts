import type { Clock } from '../../runtime/clock.ts'
import type { EventCodec } from '../../runtime/events/event-codec.ts'
import type { Log } from '../../runtime/log.ts'
import type { Database } from '../../runtime/postgres/postgres.ts'
import type { Settings } from '../../runtime/settings/settings.ts'
import { commentDeadlines } from '../closing/close-comment-periods.ts'
import { sessionEnds } from '../closing/close-due-sessions.ts'

export type TimerContext = {
  readonly settings: Settings
  readonly database: Database
  readonly codec: EventCodec
  readonly log: Log
  readonly clock: Clock
  /** Before each run: throws where none may begin now. */
  readonly beforeRun?: () => Promise<void>
}

/** Work that no source gives rise to, only the clock: a comment period closes because the day has come. */
export type Timer = {
  readonly name: string
  readonly interval_s: number
  /** Idempotent: run twice, it does what it has to once. Gives how much it did. */
  readonly run: (context: TimerContext) => Promise<number>
}

export type TimerRun = { readonly name: string; readonly done: number | null; readonly error: string | null }

/** Every timer that the schedule runs. A new one is a line here. */
export const timers: readonly Timer[] = [commentDeadlines, sessionEnds]

/** Runs those that are due, one after the other. One that fails stops no other and is run again when it is due again. */
export async function runDueTimers(
  context: TimerContext,
  all: readonly Timer[] = timers,
): Promise<TimerRun[]> {
  const runs: TimerRun[] = []
  for (const timer of all) {
    if (!(await claimTimer(context, timer))) continue
    const result = await runAllowed(timer, context).then(
      (done) => ({ name: timer.name, done, error: null }),
      (error: unknown) => ({ name: timer.name, done: null, error: String(error) }),
    )
    const { name, ...outcome } = result
    if (result.error === null) context.log.info({ timer: name, ...outcome }, 'a timer ran')
    else context.log.error({ timer: name, ...outcome }, 'a timer failed')
    await context.database.query('UPDATE ingest.timer SET ended_at = $2, error = $3 WHERE name = $1', [
      timer.name,
      context.clock.now().toISOString(),
      result.error,
    ])
    runs.push(result)
  }
  return runs
}

async function runAllowed(timer: Timer, context: TimerContext): Promise<number> {
  await context.beforeRun?.()
  return timer.run(context)
}

/** Whoever moves the row runs the timer; of two hosts one does. */
async function claimTimer({ database, clock }: TimerContext, timer: Timer): Promise<boolean> {
  const { rowCount } = await database.query(
    `INSERT INTO ingest.timer AS held (name, started_at) VALUES ($1, $2)
     ON CONFLICT (name) DO UPDATE SET started_at = excluded.started_at, ended_at = NULL, error = NULL
     WHERE held.started_at <= excluded.started_at - make_interval(secs => $3)`,
    [timer.name, clock.now().toISOString(), timer.interval_s],
  )
  return rowCount === 1
}
