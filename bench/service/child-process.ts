import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { nodeOptionsOf } from '../../cli/process/node-options.js'
import { projectFolder, type Settings } from '../../runtime/settings/settings.ts'
import { settingsEnvironment } from '../../stack/settings-environment.ts'
import { peakMegabytes, residentMegabytes, timesOf } from '../measure/processor-time.ts'

export type Spent = { readonly name: string; readonly cpu_s: number; readonly peak_mb: number }

/** A process of the service as a user starts it, observed while it runs. If it fails by itself, the benchmark ends. */
export type Watched = {
  spent(): Spent
  residentMegabytes(): number
  /** The last line that it printed, after a successful end. */
  lastLine(): Promise<string>
  stop(): Promise<void>
}

const LOOK_MS = 50
const KEPT_CHARACTERS = 1024 * 1024

const running = new Set<ChildProcess>()

/** Starts `legislog <args>` on the services of these settings. */
export function startCommand(name: string, args: readonly string[], settings: Settings): Watched {
  const script = join(projectFolder, 'cli', 'main.ts')
  // Logging is not measured.
  const env = settingsEnvironment({ ...settings, log_level: 'warn' })
  return startScript(name, script, args, env, nodeOptionsOf(args))
}

export function startScript(
  name: string,
  script: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  options: readonly string[] = [],
): Watched {
  const child = spawn(process.execPath, [...options, script, ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const pid = child.pid!
  let isAwaited = false
  running.add(child)
  child.once('exit', (code, signal) => {
    running.delete(child)
    if (isAwaited || code === 0) return
    // The benchmark would wait for it forever.
    for (const other of running) other.kill('SIGTERM')
    throw new Error(`${name} ended with ${code ?? signal}`)
  })
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output = (output + text).slice(-KEPT_CHARACTERS)
  })
  let cpu_s = 0
  let peak_mb = 0
  // A process that has ended can no longer be measured.
  const look = () => {
    cpu_s = Math.max(cpu_s, timesOf(pid).own_ms / 1000)
    peak_mb = Math.max(peak_mb, peakMegabytes(pid))
  }
  const looking = setInterval(look, LOOK_MS)
  const ended = once(child, 'exit').finally(() => clearInterval(looking))
  return {
    spent() {
      look()
      return { name, cpu_s, peak_mb }
    },
    residentMegabytes: () => residentMegabytes(pid),
    async lastLine() {
      isAwaited = true
      await ended
      if (child.exitCode !== 0) throw new Error(`${name} ended with ${child.exitCode ?? child.signalCode}`)
      return output.trimEnd().split('\n').at(-1) ?? ''
    },
    async stop() {
      isAwaited = true
      if (isRunning(child)) child.kill('SIGTERM')
      await ended
    },
  }
}

const isRunning = (child: ChildProcess): boolean => child.exitCode === null && child.signalCode === null
