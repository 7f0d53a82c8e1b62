import { execFile, spawn } from 'node:child_process'
import { closeSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { LegislogError } from '../../schemas/errors.ts'

/** A process that outlives us. A number alone may be given to another program, so the start is part of the name. */
export type ProcessMark = {
  readonly pid: number
  readonly started: string
  /** The same start as a readable time; older pid files do not have it. */
  readonly since?: string
}

export type Launch = {
  readonly program: string
  readonly args: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  readonly folder: string
  readonly log: string
  readonly user?: { readonly uid: number; readonly gid: number }
}

/** Starts a program that outlives this process, and notes it in a pid file if one is given. */
export async function launch(launching: Launch, pidFile?: string): Promise<ProcessMark> {
  // The output of a program may contain tokens and passwords.
  const output = openSync(launching.log, 'a', 0o600)
  try {
    const child = spawn(launching.program, launching.args, {
      cwd: launching.folder,
      env: { ...process.env, ...launching.env },
      detached: true,
      stdio: ['ignore', output, output],
      ...launching.user,
    })
    // This comes before any await: if this process is killed in between, the new one is already on record.
    const noted = noteProcess(child.pid, pidFile)
    await new Promise<void>((resolve, reject) => {
      child.once('spawn', resolve)
      child.once('error', (cause) =>
        reject(new LegislogError('service_failed', `${launching.program} cannot be started`, { cause })),
      )
    })
    child.unref()
    return await noted
  } finally {
    closeSync(output)
  }
}

/** Notes a process that has just been started. On Linux the file is written synchronously, before any await. */
export async function noteProcess(pid: number | undefined, pidFile?: string): Promise<ProcessMark> {
  if (pid === undefined) return { pid: 0, started: '' }
  const started = process.platform === 'linux' ? startInProc(pid) : await startByPs(pid)
  const mark = { pid, started: started ?? '', since: new Date().toISOString() }
  if (pidFile !== undefined) writeFileSync(pidFile, JSON.stringify(mark))
  return mark
}

/** The process of a pid file, if it is still the one that was noted there. */
export async function runningProcess(pidFile: string): Promise<ProcessMark | undefined> {
  const mark = await readMark(pidFile)
  return mark !== undefined && (await isAlive(mark)) ? mark : undefined
}

export type NotedProcess = {
  readonly state: 'running' | 'gone'
  readonly pid: number
  readonly since: string | null
}

/** The content of a pid file. `gone`: the process ended without being stopped; another program may have its number now. */
export async function notedProcess(pidFile: string): Promise<NotedProcess | undefined> {
  const mark = await readMark(pidFile)
  if (mark === undefined) return undefined
  return { state: (await isAlive(mark)) ? 'running' : 'gone', pid: mark.pid, since: mark.since ?? null }
}

export async function isAlive(mark: ProcessMark): Promise<boolean> {
  return mark.started !== '' && (await startOf(mark.pid)) === mark.started
}

const KILLED_MS = 5_000

/** Asks a process of ours to end and waits; it is killed when it takes longer than `patience_ms`. */
export async function endProcess(
  pidFile: string,
  signal: NodeJS.Signals,
  patience_ms: number,
): Promise<boolean> {
  const mark = await runningProcess(pidFile)
  if (mark !== undefined) {
    send(mark, signal)
    if (!(await endsWithin(mark, patience_ms))) {
      send(mark, 'SIGKILL')
      if (!(await endsWithin(mark, KILLED_MS))) {
        throw new LegislogError('service_failed', `process ${mark.pid} of ${pidFile} does not end`)
      }
    }
  }
  await rm(pidFile, { force: true })
  return mark !== undefined
}

/** Gives the start time of the process with this number; undefined if it does not exist or is a zombie. */
export async function startOf(pid: number): Promise<string | undefined> {
  return process.platform === 'linux' ? startInProc(pid) : startByPs(pid)
}

/** True if a signal or a debugger has stopped the process. Only Linux says so; elsewhere it only does not answer. */
export function isFrozen(pid: number): boolean {
  const state = fieldsInProc(pid)?.[0]
  return state === 'T' || state === 't'
}

function startInProc(pid: number): string | undefined {
  const fields = fieldsInProc(pid)
  return fields?.[0] === 'Z' || fields?.[0] === 'X' ? undefined : fields?.[19]
}

/** The fields of /proc/<pid>/stat, from the state on. */
function fieldsInProc(pid: number): string[] | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The second field is the program's name in parentheses and may contain spaces.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  } catch {
    // The process has ended.
    return undefined
  }
}

async function startByPs(pid: number): Promise<string | undefined> {
  try {
    const { stdout } = await promisify(execFile)('ps', ['-o', 'lstart=', '-p', String(pid)])
    return stdout.trim() || undefined
  } catch {
    // `ps` fails if there is no such process.
    return undefined
  }
}

async function readMark(pidFile: string): Promise<ProcessMark | undefined> {
  try {
    const mark: unknown = JSON.parse(await readFile(pidFile, 'utf8'))
    if (typeof mark !== 'object' || mark === null || !('pid' in mark) || !('started' in mark))
      return undefined
    const since = 'since' in mark ? { since: String(mark.since) } : {}
    return { pid: Number(mark.pid), started: String(mark.started), ...since }
  } catch {
    // A file that was cut off names no process.
    return undefined
  }
}

function send(mark: ProcessMark, signal: NodeJS.Signals): void {
  try {
    process.kill(mark.pid, signal)
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException
    if (code === 'EPERM') {
      throw new LegislogError(
        'service_failed',
        `process ${mark.pid} belongs to another user, who must end it`,
      )
    }
    if (code !== 'ESRCH') throw cause
  }
}

async function endsWithin(mark: ProcessMark, patience_ms: number): Promise<boolean> {
  const deadline = Date.now() + patience_ms
  while (await isAlive(mark)) {
    if (Date.now() > deadline) return false
    await delay(25)
  }
  return true
}
