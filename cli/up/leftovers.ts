import { readFile, rm } from 'node:fs/promises'
import type { Settings } from '../../runtime/settings.ts'
import { LegislogError } from '../../schemas/errors.ts'
import type { ServiceName } from '../../stack/layout.ts'
import { takeLock } from '../../stack/lock.ts'
import { endProcess, type ProcessMark, runningProcess } from '../../stack/process.ts'
import { runningServices } from '../../stack/stack.ts'
import { type OwnService, ownServices } from './own-services.ts'
import type { UpFiles } from './up-files.ts'

/** A service that is told to stop ends before it is killed in nearly every case: what it had in hand is done or undone. */
const patience_ms = 15_000

export type OwnProcess = ProcessMark & { readonly name: OwnService }

/** What runs of the services that an `up` of this home has started, whether that `up` is there or not. */
export async function runningOwn(files: UpFiles): Promise<OwnProcess[]> {
  const found = await Promise.all(
    ownServices.map(async (name) => ({ name, mark: await runningProcess(files.pidFile(name)) })),
  )
  return found.flatMap(({ name, mark }) => (mark === undefined ? [] : [{ name, ...mark }]))
}

/** Ends what is left of them, and removes their pid files. */
export async function endOwn(files: UpFiles): Promise<void> {
  await Promise.all(ownServices.map((name) => endProcess(files.pidFile(name), 'SIGTERM', patience_ms)))
}

export type Claim = {
  /** Local services that an `up` has left that was killed: they go on, and end with this one. */
  readonly taken: readonly ServiceName[]
  /** Those that ran before any `up`: they are left as they were found. */
  readonly kept: readonly ServiceName[]
}

/** Makes this process the `up` of its home. Throws where another one is. */
export async function claimHome(settings: Settings, files: UpFiles): Promise<Claim> {
  let killed: { kept: readonly string[] } | undefined
  for (;;) {
    const other = await runningProcess(files.pid)
    if (other !== undefined) {
      throw new LegislogError(
        'service_failed',
        `it runs already, as process ${other.pid}: legislog down stops it`,
      )
    }
    // The first look takes its file away.
    killed ??= await readClaim(files.pid)
    const before = killed?.kept
    const running = namesOf(await runningServices(settings))
    const kept = running.filter((name) => before?.includes(name) ?? true)
    if (await takeLock(files.pid, { kept })) {
      await rm(files.ready, { force: true })
      return { taken: running.filter((name) => !kept.includes(name)), kept }
    }
  }
}

/** The opposite of `claimHome`. */
export async function leaveHome(files: UpFiles): Promise<void> {
  await rm(files.ready, { force: true })
  await rm(files.pid, { force: true })
}

async function readClaim(file: string): Promise<{ kept: readonly string[] } | undefined> {
  const text = await readFile(file, 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  try {
    const { kept } = JSON.parse(text) as { kept?: unknown }
    return { kept: Array.isArray(kept) ? kept.map(String) : [] }
  } catch {
    return { kept: [] }
  }
}

function namesOf(running: Partial<Record<ServiceName, boolean>>): ServiceName[] {
  return (Object.keys(running) as ServiceName[]).filter((name) => running[name] === true)
}
