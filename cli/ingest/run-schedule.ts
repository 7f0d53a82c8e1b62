import type { Mode } from '../../ingest/run-context/backfill.ts'
import { runAll, watchSources } from '../../ingest/schedule/watch.ts'
import { loadSources } from '../../ingest/sources/registry.ts'
import { whileLogIsKnown, withIngest } from '../context/with-ingest.ts'
import type { Answer } from '../output/answer.ts'
import { showProgress } from '../output/progress.ts'
import { stopSignal } from '../process/until-stopped.ts'
import { createProgressText, type DescribeProgress } from './progress-text.ts'
import { describeRound } from './report.ts'
import { withScheduleHeartbeat } from './schedule-heartbeat.ts'

const askedToStop = (): Error => new Error('asked to stop')

/** Fetches every source that has an address, one after the other, or only those whose interval has passed. */
export async function runRound({
  mode,
  due_only,
  dry_run,
}: {
  readonly mode: Mode
  readonly due_only: boolean
  readonly dry_run: boolean
}): Promise<Answer> {
  const sources = await loadSources()
  return withIngest(async (ingest) => {
    const display = showProgress()
    try {
      const texts = new Map<string, DescribeProgress>()
      const describeProgress = (source: string): DescribeProgress => {
        const text = texts.get(source) ?? createProgressText()
        texts.set(source, text)
        return text
      }
      const round = await runAll(
        { ...ingest, sources, mode, dry_run, signal: stopSignal(askedToStop()) },
        {
          due_only,
          onStart: (source) => display.report(source, 'is asked'),
          onProgress: (source, soFar, fetched) =>
            display.follow(source, describeProgress(source)(soFar, fetched, null)),
          onEnd: ({ source, status }) => display.report(source, status, true),
        },
      )
      const failed =
        round.outcomes.some(({ status }) => status === 'failed' || status === 'stopped') ||
        round.timers.some(({ error }) => error !== null)
      return { text: describeRound(round), json: round, failed }
    } finally {
      display.end()
    }
  })
}

/** Fetches every source at its interval, until stopped. */
export async function watchAll(mode: Mode): Promise<undefined> {
  const sources = await loadSources()
  await withIngest(
    (ingest) =>
      withScheduleHeartbeat(ingest, ({ roundEnded }) =>
        watchSources({
          ...ingest,
          sources,
          mode,
          signal: stopSignal(askedToStop(), { is_service: true }),
          beforeRun: () => whileLogIsKnown(ingest, async () => {}),
          onRound: roundEnded,
        }),
      ),
    { is_service: true },
  )
  return undefined
}
