import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Database } from '../../../runtime/postgres/postgres.ts'
import type { Settings } from '../../../runtime/settings/settings.ts'
import type { Random } from '../../support/builders/seeded-random.ts'
import { type Fleet, startFleet } from '../processes/fleet.ts'
import { startChild } from '../processes/service-process.ts'
import { whenCaughtUp } from '../processes/when-caught-up.ts'

/** One run of ingest. */
export type Run = { readonly source: string; readonly paths: readonly string[] }

/** The work of a service that is killed again and again, or left alone if there is no `random`. */
export type KillRounds = {
  readonly settings: Settings
  readonly database: Database
  readonly print: (line: string) => void
  /** Source of random moments and victims. */
  readonly random: Random | undefined
}

export type RoundsReport = {
  readonly rounds: number
  readonly kills: number
  /** Rounds that began before everything was ingested, relayed, projected and dispatched. */
  readonly rounds_under_load: number
  readonly ingest_starts: number
  readonly service_starts: number
  /** From the last kill until everything was caught up, ingest included. */
  readonly recovery_s: number
}

const FIRST_MOMENT_MS = 300
const WINDOW_MS = 3_000

/** The whole service as processes, on a log and a database of its own. */
export async function openService(given: KillRounds) {
  const logFolder = await mkdtemp(join(tmpdir(), 'legislog-kill-rounds-'))
  const fleet = await startFleet(given.settings, logFolder)
  return {
    fleet,
    log_folder: logFolder,
    /** Ingests each run in turn; in each round every process is killed once, at a moment of its own. */
    rounds: (runs: readonly Run[], rounds: number) => killRounds(given, fleet, logFolder, runs, rounds),
    async close() {
      await fleet.stop()
      await rm(logFolder, { recursive: true, force: true })
    },
  }
}

async function killRounds(
  { settings, database, print, random }: KillRounds,
  fleet: Fleet,
  logFolder: string,
  runs: readonly Run[],
  rounds: number,
): Promise<RoundsReport> {
  let kills = 0
  let ingestStarts = 0
  let roundsUnderLoad = 0
  let lastKill = performance.now()
  const startIngest = ({ source, paths }: Run) => {
    ingestStarts += 1
    return startChild('ingest', ['ingest', source, ...paths], settings, join(logFolder, 'ingest.log'))
  }

  /** Ends when every process was killed once; true if ingest finished anyway. */
  async function round(run: Run, chance: Random): Promise<boolean> {
    const ingest = startIngest(run)
    const killing = [...fleet.names, 'ingest'].map(async (name) => {
      await delay(chance.between(FIRST_MOMENT_MS, WINDOW_MS))
      if (name === 'ingest') ingest.kill('SIGKILL')
      else fleet.kill(name)
      kills += 1
      lastKill = performance.now()
    })
    const [how] = await Promise.all([ingest.ended, ...killing])
    if (how !== 0 && how !== 'SIGKILL') throw await failure(how)
    return how === 0
  }

  /** The last round of a run, or its only one. */
  async function toTheEnd(run: Run): Promise<void> {
    const how = await startIngest(run).ended
    if (how !== 0) throw await failure(how)
  }

  async function failure(how: number | NodeJS.Signals): Promise<Error> {
    // The process may have ended before it wrote anything.
    const printed = await readFile(join(logFolder, 'ingest.log'), 'utf8').catch(() => '')
    return new Error(`ingest ended by itself with ${how}: ${printed.slice(-2_000)}`)
  }

  const each = Math.ceil(rounds / runs.length)
  for (const [index, run] of runs.entries()) {
    const most = random === undefined ? 0 : Math.min(each, rounds - index * each)
    let ended = false
    for (let number = 1; number <= most && random !== undefined; number += 1) {
      const waits = await isBehind(database)
      ended = (await round(run, random)) || ended
      if (!ended || waits || (await isBehind(database))) roundsUnderLoad += 1
      print(
        `round ${index * each + number} of ${rounds}: ${kills} kills, ingest ${ended ? 'has ended' : 'goes on'}`,
      )
    }
    await toTheEnd(run)
  }
  await whenCaughtUp(database)
  const recovery_s = Math.round(performance.now() - lastKill) / 1000
  return {
    rounds,
    kills,
    rounds_under_load: roundsUnderLoad,
    ingest_starts: ingestStarts,
    service_starts: fleet.starts(),
    recovery_s,
  }
}

async function isBehind(database: Database): Promise<boolean> {
  return whenCaughtUp(database, { timeout_ms: 0 }).then(
    () => false,
    () => true,
  )
}
