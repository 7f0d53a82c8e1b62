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
import { launcherFile, legislog, type Outcome } from '../harness/command-line.ts'
import { eventually } from '../harness/eventually.ts'

/** A test starts and ends all processes of a service on a machine that does other things: this only ends what hangs. */
export const UP_TEST_MS = 300_000

/** `legislog up` as somebody has started it in a terminal: a launcher and what it has started, in a process group. */
export type Up = {
  readonly launcher: ChildProcess
  readonly ended: Promise<unknown>
  /** What it has printed so far. */
  output(): string
  /** To the whole group, as a terminal sends Ctrl-C and as it says that it was closed. */
  toGroup(signal: NodeJS.Signals): void
  /** Nobody reads any more what it prints. */
  closeTerminal(): void
}

export type UpHome = {
  readonly settings: Settings
  readonly path: string
  up(): Up
  run(...args: string[]): Promise<Outcome>
  /** The process that is noted under this name. */
  pid(name: string): Promise<number>
  /** Notes what runs now, so that `left` knows of it whatever becomes of the pid files. */
  remember(): Promise<void>
  /** Whatever was started in this home, by whomever, and still runs. */
  left(): Promise<string[]>
}

/** A home of its own on free ports, with these settings; nothing of it is left when the test file has ended. */
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

/** Waits until it has printed this; what it has printed instead is shown where it ends before. */
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

/** Processes that have this home in their environment and are not known: where the system shows environments. */
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
    // It has ended meanwhile.
  }
}
