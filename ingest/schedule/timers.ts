import { closeCommentPeriods } from '../closing/close-comment-periods.ts'
import { closeDueSessions } from '../closing/close-due-sessions.ts'
import { takeDerivations } from '../derivations/take-derivations.ts'
import { takeScorecards } from '../scorecards/take-scorecards.ts'
import type { Timer, TimerContext } from './timer.ts'

export type TimerRun = { readonly name: string; readonly done: number | null; readonly error: string | null }

/** Runs every quarter of an hour, because a comment period ends at midnight in Washington. */
export const commentDeadlines: Timer = {
  name: 'comment-deadlines',
  interval_s: 15 * 60,
  run: closeCommentPeriods,
}

const sessionEnds: Timer = { name: 'session-ends', interval_s: 6 * 60 * 60, run: closeDueSessions }

/** What models say about bills becomes events, also while no process of derive/ runs. */
const derivations: Timer = {
  name: 'derivations',
  interval_s: 60,
  run: async (context) => (await takeDerivations(context)).requests,
}

/** Scorecards that accounts publish become events, also while no relay runs. */
const scorecards: Timer = {
  name: 'scorecards',
  interval_s: 60,
  run: async (context) => (await takeScorecards(context)).requests,
}

/** Every timer that the schedule runs. To add a timer, add it to this list. */
export const timers: readonly Timer[] = [commentDeadlines, sessionEnds, derivations, scorecards]

/** Runs the due timers one after another. A failed timer stops no other and runs again when it is due again. */
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

/** The process that updates the row runs the timer, so only one of two hosts does. */
async function claimTimer({ database, clock }: TimerContext, timer: Timer): Promise<boolean> {
  const { rowCount } = await database.query(
    `INSERT INTO ingest.timer AS stored (name, started_at) VALUES ($1, $2)
     ON CONFLICT (name) DO UPDATE SET started_at = excluded.started_at, ended_at = NULL, error = NULL
     WHERE stored.started_at <= excluded.started_at - make_interval(secs => $3)`,
    [timer.name, clock.now().toISOString(), timer.interval_s],
  )
  return rowCount === 1
}
