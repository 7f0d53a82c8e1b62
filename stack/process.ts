import { execFile, spawn } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { LegislogError } from '../schemas/errors.ts'

/** A process that outlives us. A number alone may be given to another program, so the start is part of the name. */
export type ProcessMark = { readonly pid: number; readonly started: string }

export type Launch = {
  readonly program: string
  readonly args: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  readonly folder: string
  readonly log: string
  readonly user?: { readonly uid: number; readonly gid: number }
}

/** Starts a program that goes on after this process has ended, and notes it in a pid file. */
export async function launch(launching: Launch, pidFile: string): Promise<ProcessMark> {
  // What a program prints may name tokens and passwords.
  const output = openSync(launching.log, 'a', 0o600)
  try {
    const child = spawn(launching.program, launching.args, {
      cwd: launching.folder,
      env: { ...process.env, ...launching.env },
      detached: true,
      stdio: ['ignore', output, output],
      ...launching.user,
    })
    const pid = await new Promise<number>((resolve, reject) => {
      child.once('spawn', () => resolve(child.pid as number))
      child.once('error', (cause) =>
        reject(new LegislogError('service_failed', `${launching.program} cannot be started`, { cause })),
      )
    })
    child.unref()
    const mark = { pid, started: (await startOf(pid)) ?? '' }
    await writeFile(pidFile, JSON.stringify(mark))
    return mark
  } finally {
    closeSync(output)
  }
}

/** The process of a pid file, if it is still the one that was noted there. */
export async function runningProcess(pidFile: string): Promise<ProcessMark | undefined> {
  const mark = await readMark(pidFile)
  return mark !== undefined && (await isAlive(mark)) ? mark : undefined
}

export async function isAlive(mark: ProcessMark): Promise<boolean> {
  return mark.started !== '' && (await startOf(mark.pid)) === mark.started
}

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
      await endsWithin(mark, 5_000)
    }
  }
  await rm(pidFile, { force: true })
  return mark !== undefined
}

/** When the process with this number started, or undefined when there is none: a zombie counts as none. */
export async function startOf(pid: number): Promise<string | undefined> {
  if (process.platform !== 'linux') return startByPs(pid)
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined)
  if (stat === undefined) return undefined
  // The second field is the program's name in parentheses and may hold spaces.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return fields[0] === 'Z' || fields[0] === 'X' ? undefined : fields[19]
}

async function startByPs(pid: number): Promise<string | undefined> {
  try {
    const { stdout } = await promisify(execFile)('ps', ['-o', 'lstart=', '-p', String(pid)])
    return stdout.trim() || undefined
  } catch {
    return undefined
  }
}

async function readMark(pidFile: string): Promise<ProcessMark | undefined> {
  try {
    const mark: unknown = JSON.parse(await readFile(pidFile, 'utf8'))
    if (typeof mark !== 'object' || mark === null || !('pid' in mark) || !('started' in mark))
      return undefined
    return { pid: Number(mark.pid), started: String(mark.started) }
  } catch {
    return undefined
  }
}

function send(mark: ProcessMark, signal: NodeJS.Signals): void {
  try {
    process.kill(mark.pid, signal)
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'ESRCH') throw cause
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
