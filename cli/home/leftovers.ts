import { readFile, rm } from 'node:fs/promises'
import type { Settings } from '../../runtime/settings/settings.ts'
import { LegislogError } from '../../schemas/errors.ts'
import type { ServiceName } from '../../stack/home/layout.ts'
import { takeLock } from '../../stack/processes/lock-file.ts'
import { endProcess, type ProcessMark, runningProcess } from '../../stack/processes/process.ts'
import { runningServices } from '../../stack/stack.ts'
import { type OwnService, ownServices } from './own-services.ts'
import type { UpFiles } from './up-files.ts'

/** A service asked to stop nearly always ends within this time, with its work in progress completed or undone. */
const PATIENCE_MS = 15_000

export type OwnServiceProcess = ProcessMark & { readonly name: OwnService }

/** Running services that an `up` of this home started, even if that `up` has ended. */
export async function runningOwnServices(files: UpFiles): Promise<OwnServiceProcess[]> {
  const found = await Promise.all(
    ownServices.map(async (name) => ({ name, mark: await runningProcess(files.pidFile(name)) })),
  )
  return found.flatMap(({ name, mark }) => (mark === undefined ? [] : [{ name, ...mark }]))
}

/** Ends those services and removes their pid files. */
export async function endOwnServices(files: UpFiles): Promise<void> {
  await Promise.all(ownServices.map((name) => endProcess(files.pidFile(name), 'SIGTERM', PATIENCE_MS)))
}

export type Claim = {
  /** Private services that a killed `up` left running: they continue and end with this one. */
  readonly taken: readonly ServiceName[]
  /** Private services that ran before any `up`: they keep running afterwards. */
  readonly kept: readonly ServiceName[]
}

/** Makes this process the `up` of its home. Throws if another one runs. */
export async function claimHome(settings: Settings, files: UpFiles): Promise<Claim> {
  let before: readonly string[] | undefined
  for (;;) {
    const other = await runningProcess(files.pid)
    if (other !== undefined) {
      throw new LegislogError(
        'service_failed',
        `it is already running, as process ${other.pid}: legislog down stops it`,
      )
    }
    // The first round alone finds the file of a killed `up`: takeLock removes it.
    before ??= await readKept(files.pid)
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

/** Reads the services that the `up` of this file kept; undefined if there is no file. */
async function readKept(file: string): Promise<readonly string[] | undefined> {
  // There is no file.
  const text = await readFile(file, 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  try {
    const { kept } = JSON.parse(text) as { kept?: unknown }
    return Array.isArray(kept) ? kept.map(String) : []
  } catch {
    // A file that was cut off names nothing.
    return []
  }
}

function namesOf(running: Partial<Record<ServiceName, boolean>>): ServiceName[] {
  return (Object.keys(running) as ServiceName[]).filter((name) => running[name] === true)
}
