import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { homeProcesses } from '../../../cli/home/home-processes.ts'
import {
  definitions,
  projectFolder,
  readSettings,
  type Settings,
} from '../../../runtime/settings/settings.ts'
import { noProgress } from '../../../stack/install/progress.ts'
import { freePort, portSettings } from '../../../stack/processes/port.ts'
import { startOf } from '../../../stack/processes/process.ts'
import { settingsEnvironment } from '../../../stack/settings-environment.ts'
import { reset } from '../../../stack/stack.ts'
import { cleanUp } from '../harness/clean-up.ts'
import { launcherFile, legislog, legislogHere, type Outcome } from '../harness/command-line.ts'
import { eventually } from '../harness/eventually.ts'

/** A generous limit, since a test starts and ends all processes of a service on a busy machine. */
export const UP_TEST_MS = 300_000

/** `legislog up` as started in a terminal: a launcher and its child processes, in one process group. */
export type Up = {
  readonly launcher: ChildProcess
  readonly ended: Promise<unknown>
  /** Its output so far. */
  output(): string
  /** Sends a signal to the whole group, as a terminal does for Ctrl-C or when it is closed. */
  toGroup(signal: NodeJS.Signals): void
  /** Stops reading its output. */
  closeTerminal(): void
}

export type UpHome = {
  readonly settings: Settings
  readonly path: string
  up(): Up
  run(...args: string[]): Promise<Outcome>
  /** The same in the process of the test, for a command that starts none. */
  runHere(...args: string[]): Promise<Outcome>
  /** The process that is recorded under this name. */
  pid(name: string): Promise<number>
  /** Records the running processes, so `left` knows them even if the pid files are gone. */
  remember(): Promise<void>
  /** All processes that were started in this home and still run. */
  left(): Promise<string[]>
}

/** A separate home on free ports, with these settings. It is removed when the test file has ended. */
export async function createUpHome(base: Settings): Promise<UpHome> {
  const path = mkdtempSync(join(tmpdir(), 'legislog-up-'))
  const names = ['port', ...portSettings] as const
  const ports = await Promise.all(names.map(async (name) => [name, await freePort()] as const))
  const settings: Settings = { ...base, ...Object.fromEntries(ports), home: path, log_level: 'warn' }
  const env = settingsEnvironment(settings)
  const known = new Map<number, { readonly started: string; readonly name: string }>()

  async function remember(): Promise<void> {
    for (const { name, pid, state } of await homeProcesses(settings)) {
      if (state === 'running') known.set(pid, { name, started: (await startOf(pid)) ?? '' })
    }
  }

  async function left(): Promise<string[]> {
    await remember()
    const found: string[] = []
    for (const [pid, { name, started }] of known) {
      if (started !== '' && (await startOf(pid)) === started) found.push(`${name} ${pid}`)
    }
    return [...found, ...(await strangersOf(path, new Set(known.keys())))]
  }

  cleanUp(async () => {
    for (const one of await left()) killSilently(Number(/\d+$/.exec(one)?.[0]))
    await reset(settings, noProgress)
    rmSync(path, { recursive: true })
  })

  return {
    settings,
    path,
    remember,
    left,
    up: () => startUp(env),
    run: (...args) => legislog(args, { env }),
    runHere: (...args) => legislogHere(args, { env }),
    async pid(name) {
      const found = (await homeProcesses(settings)).find((one) => one.name === name)
      if (found === undefined) throw new Error(`${name} is not noted`)
      return found.pid
    },
  }
}

/** Settings that give no address: all services are private. */
export const privateStack = (): Settings => ({
  ...readSettings({}),
  cache: process.env.LEGISLOG_CACHE ?? '',
  topic_partitions: 4,
})

function startUp(env: Readonly<Record<string, string>>): Up {
  const launcher = spawn(process.execPath, [launcherFile, 'up', '--no-sample'], {
    cwd: projectFolder,
    env: { ...process.env, ...env },
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let text = ''
  for (const stream of [launcher.stdout, launcher.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk
    })
  }
  return {
    launcher,
    ended: once(launcher, 'exit'),
    output: () => text,
    toGroup: (signal) => void process.kill(-(launcher.pid as number), signal),
    closeTerminal() {
      launcher.stdout.destroy()
      launcher.stderr.destroy()
    },
  }
}

/** Waits until it has printed this. If it ends before, the error shows its output. */
export async function untilPrinted(up: Up, text: string | RegExp): Promise<void> {
  await eventually(
    () => {
      const { exitCode, signalCode } = up.launcher
      const isThere = typeof text === 'string' ? up.output().includes(text) : text.test(up.output())
      if (!isThere && (exitCode !== null || signalCode !== null)) throw new Error(up.output())
      return isThere
    },
    { timeout_ms: UP_TEST_MS - 60_000, interval_ms: 5 },
  )
}

/** Unknown processes with this home in their environment, on systems that show environments. */
async function strangersOf(home: string, known: ReadonlySet<number>): Promise<string[]> {
  if (process.platform !== 'linux') return []
  const entries = (await readdir('/proc')).filter((entry) => /^\d+$/.test(entry) && !known.has(Number(entry)))
  const found = await Promise.all(
    entries.map(async (pid) => {
      // The process has ended, or belongs to another user.
      const environment = await readFile(`/proc/${pid}/environ`, 'utf8').catch(() => '')
      if (!environment.split('\0').includes(`${definitions.home.env}=${home}`)) return []
      if ((await startOf(Number(pid))) === undefined) return []
      // The process has ended.
      const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
      return [`${command.replaceAll('\0', ' ').trim()} ${pid}`]
    }),
  )
  return found.flat()
}

function killSilently(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // The process has ended meanwhile.
  }
}
