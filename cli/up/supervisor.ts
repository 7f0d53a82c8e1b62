import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { definitions, projectFolder, type Settings } from '../../runtime/settings.ts'
import { nodeOptionsOf } from '../node-options.js'

/** Our own long-running services and the commands that they are. */
const commands = {
  relay: ['relay'],
  project: ['project'],
  api: ['api'],
  webhooks: ['webhooks'],
  ingest: ['ingest', '--watch'],
} as const satisfies Record<string, readonly string[]>
export type OwnService = keyof typeof commands

/** Those that show their metrics on a port of their own, each on the next one. */
const measured: readonly OwnService[] = ['relay', 'project', 'webhooks']

/**
 * `ingest` asks publishers: it is started only where somebody said so, and after the sample is there, so that two runs
 * of one source do not meet.
 */
export function servicesOf({ ingest_watch }: Settings): {
  readonly first: readonly OwnService[]
  readonly after_sample: readonly OwnService[]
} {
  return { first: ['relay', 'project', 'api', 'webhooks'], after_sample: ingest_watch ? ['ingest'] : [] }
}

export type Supervisor = {
  start(services: readonly OwnService[]): void
  stop(): Promise<void>
}

type Options = {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly logFolder: string
  readonly say: (message: string) => void
}

const restart_ms = [500, 1_000, 2_000, 5_000, 10_000]
/** A service that lived this long starts its next life without a penalty. */
const healthy_ms = 60_000
const patience_ms = 15_000

/** Starts each service as a process of its own and starts it again whenever it ends, until it is told to stop. */
export function supervise({ env, logFolder, say }: Options): Supervisor {
  const stopping = new AbortController()
  const children = new Map<OwnService, ChildProcess>()

  async function keepAlive(name: OwnService): Promise<void> {
    for (let failures = 0; !stopping.signal.aborted; ) {
      const started = Date.now()
      const { child, ended } = startService(name, env, join(logFolder, `${name}.log`))
      children.set(name, child)
      const how = await ended
      children.delete(name)
      if (stopping.signal.aborted) return
      failures = Date.now() - started > healthy_ms ? 0 : failures + 1
      const wait_ms = restart_ms[Math.min(failures, restart_ms.length - 1)] as number
      say(
        `${name} ended (${how}); starting it again in ${wait_ms / 1000} s, see ${join(logFolder, `${name}.log`)}`,
      )
      await delay(wait_ms, undefined, { signal: stopping.signal }).catch(() => {})
    }
  }

  const lives: Promise<void>[] = []
  return {
    start(services) {
      if (!stopping.signal.aborted) lives.push(...services.map(keepAlive))
    },
    async stop() {
      stopping.abort()
      for (const child of children.values()) child.kill('SIGTERM')
      const killing = setTimeout(() => {
        for (const child of children.values()) child.kill('SIGKILL')
      }, patience_ms)
      await Promise.all(lives)
      clearTimeout(killing)
    },
  }
}

/** On one host each service needs another port. */
export function environmentOf(name: OwnService, env: Options['env']): Options['env'] {
  const first = Number(env[definitions.metrics_port.env] ?? 0)
  const index = measured.indexOf(name)
  const port = first > 0 && index >= 0 ? first + index : 0
  return { ...env, [definitions.metrics_port.env]: String(port) }
}

function startService(name: OwnService, env: Options['env'], logFile: string) {
  const output = openSync(logFile, 'a', 0o600)
  const args = commands[name]
  const program = [...nodeOptionsOf(args), join(projectFolder, 'cli', 'main.ts'), ...args]
  const child = spawn(process.execPath, program, {
    env: environmentOf(name, env),
    cwd: projectFolder,
    // A process group of its own: Ctrl-C reaches the supervisor alone, which ends its services in order.
    detached: true,
    stdio: ['ignore', output, output],
  })
  closeSync(output)
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message))
    child.once('exit', (code, signal) => resolve(signal ?? `exit code ${code}`))
  })
  return { child, ended }
}
