import type { Command } from 'commander'
import { withdrawRelease } from '../../ingest/runs/withdraw-release.ts'
import { findRollback } from '../../locate/load/find-release.ts'
import { reportGeo } from '../../locate/load/geo-report.ts'
import { reconcileGeo, retryFailedLoads } from '../../locate/load/reconcile.ts'
import { createLog } from '../../runtime/log.ts'
import { createObjectStore } from '../../runtime/object-store/create-object-store.ts'
import { pause } from '../../runtime/pause.ts'
import type { Database } from '../../runtime/postgres/postgres.ts'
import type { Settings } from '../../runtime/settings/settings.ts'
import { LegislogError } from '../../schemas/errors.ts'
import { withDatabase } from '../context/with-database.ts'
import { withIngest } from '../context/with-ingest.ts'
import { type Answer, setAction } from '../output/answer.ts'
import { showProgress } from '../output/progress.ts'
import { stopSignal } from '../process/until-stopped.ts'
import { describeCoverage } from '../reports/geo-report.ts'

const BUSY_MS = 500

/** Data of the address lookup. `legislog project` loads them by itself. */
export function registerLocate(program: Command): void {
  const locate = program.command('locate').description('manage the data of the address lookup')
  setAction(
    locate.command('load').description('load new addresses and maps now, and retry those that failed'),
    () => withDatabase('locate', load),
  )
  setAction(
    locate.command('coverage').description('list the addresses and maps that lookups have, and what failed'),
    () =>
      withDatabase('locate', async (database) => {
        const report = await reportGeo(database)
        return { text: describeCoverage(report), json: report }
      }),
  )
  setAction<{ reason?: string }>(
    locate
      .command('rollback')
      .argument('<release>', 'its name, such as tiger-2021-30059, or its id')
      .option('--reason <text>', 'why, as the log keeps it', 'withdrawn by an operator')
      .description('withdraw the newest addresses of an area, so that the release before them is in force'),
    ({ args, options }) => rollback(args[0] ?? '', options.reason ?? ''),
  )
}

async function load(database: Database, settings: Settings): Promise<Answer> {
  const progress = showProgress()
  const signal = stopSignal(new LegislogError('stopped', 'stopped; the next run continues from here'))
  const began = performance.now()
  try {
    await retryFailedLoads(database)
    const options = {
      database,
      objects: createObjectStore(settings),
      signal,
      log: createLog('locate', 'silent'),
      onProgress: (what: string) => progress.follow('loading', what),
    }
    let done = await reconcileGeo(options)
    while (done === undefined) {
      progress.follow('waiting', 'another process loads now')
      await pause(BUSY_MS, signal)
      signal.throwIfAborted()
      done = await reconcileGeo(options)
    }
    const report = await reportGeo(database)
    const { shapes, releases, rows } = done
    const seconds = (performance.now() - began) / 1000
    const text =
      `${releases.loaded} releases with ${rows.ranges} ranges and ${rows.points} points, and ${shapes.loaded} shapes ` +
      `loaded in ${seconds.toFixed(0)} s; ${releases.failed} releases and ${shapes.failed} shapes failed`
    return {
      text: `${text}\n\n${describeCoverage(report)}`,
      json: { ...done, seconds },
      failed: releases.failed + shapes.failed > 0,
    }
  } finally {
    progress.end()
  }
}

function rollback(name: string, reason: string): Promise<Answer> {
  return withIngest(async (ingest) => {
    const { release, next } = await findRollback(ingest.database, name)
    const runs = await withdrawRelease(ingest, { release_id: release.id, name: release.item.name, reason })
    const events = runs.reduce((sum, run) => sum + run.events, 0)
    if (events === 0)
      throw new LegislogError('not_found', `no source reports ${name} any more: it is withdrawn`)
    const after = next === null ? 'its area will have no release' : `${next.item.name} will be in force`
    return {
      text: `${release.item.name} is withdrawn; ${after} as soon as the log is projected`,
      json: { withdrawn: release.item.name, in_force: next?.item.name ?? null, events },
    }
  })
}
