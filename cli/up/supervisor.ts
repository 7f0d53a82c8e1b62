import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { pause } from '../../runtime/pause.ts'
import { definitions, projectFolder, readSettings } from '../../runtime/settings/settings.ts'
import { LegislogError } from '../../schemas/errors.ts'
import { logTail } from '../../stack/processes/log-tail.ts'
import { noteProcess } from '../../stack/processes/process.ts'
import { measuredServices, type OwnService, ownCommands } from '../home/own-services.ts'
import type { UpFiles } from '../home/up-files.ts'
import { nodeOptionsOf } from '../process/node-options.js'
import { isReadyMessage } from '../process/parent.ts'

export type Supervisor = {
  start(services: readonly OwnService[]): void
  /** Resolves when each of them is at work. Throws, with the end of its log, if one keeps ending before that. */
  untilReady(services: readonly OwnService[], signal: AbortSignal): Promise<void>
  stop(): Promise<void>
  /** Kills whatever still runs. For a stop in progress. */
  hurry(): void
}

type Options = {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly files: UpFiles
  readonly warn: (message: string) => void
}

type Life = { child: ChildProcess | undefined; is_ready: boolean; deaths_before_ready: number; how: string }

const RESTART_MS = [500, 1_000, 2_000, 5_000, 10_000]
/** A service that lived this long starts its next life without a penalty. */
const HEALTHY_MS = 60_000
const PATIENCE_MS = 15_000
/** The longest wait for a service that does not end and is not ready. */
const READY_MS = 90_000
const LAST_DEATH = 3
const LOOK_MS = 100

/**
 * Starts each service as a separate process and restarts it whenever it ends, until `stop`. Each has a pid
 * file, by which later commands find it, and ends by itself when this process is gone.
 */
export function supervise({ env, files, warn }: Options): Supervisor {
  const stopping = new AbortController()
  const lives = new Map<OwnService, Life>()
  const kept: Promise<void>[] = []

  async function keepAlive(name: OwnService): Promise<void> {
    const life: Life = { child: undefined, is_ready: false, deaths_before_ready: 0, how: '' }
    lives.set(name, life)
    for (let failures = 0; !stopping.signal.aborted; ) {
      const started = Date.now()
      await live(name, life)
      if (stopping.signal.aborted) break
      if (!life.is_ready) life.deaths_before_ready += 1
      failures = Date.now() - started > HEALTHY_MS ? 0 : failures + 1
      const wait_ms = RESTART_MS[Math.min(failures, RESTART_MS.length - 1)] as number
      warn(
        `${name} ended (${life.how}); starting it again in ${wait_ms / 1000} s, see ${files.logFile(name)}`,
      )
      await pause(wait_ms, stopping.signal)
    }
    await rm(files.pidFile(name), { force: true })
  }

  async function live(name: OwnService, life: Life): Promise<void> {
    const { child, ended } = startService(name, env, files)
    Object.assign(life, { child, is_ready: false })
    child.on('message', (message) => {
      if (isReadyMessage(message)) life.is_ready = true
    })
    life.how = await ended
    life.child = undefined
  }

  async function untilReady(services: readonly OwnService[], signal: AbortSignal): Promise<void> {
    const deadline = Date.now() + READY_MS
    while (!signal.aborted) {
      const waiting = services.filter((name) => lives.get(name)?.is_ready !== true)
      if (waiting.length === 0) return
      for (const name of waiting) {
        const life = lives.get(name)
        const isOver = Date.now() > deadline || (life?.deaths_before_ready ?? 0) >= LAST_DEATH
        if (isOver) throw await failure(name, life?.how || 'it does not report that it is ready')
      }
      await delay(LOOK_MS)
    }
  }

  async function failure(name: OwnService, how: string): Promise<LegislogError> {
    const file = files.logFile(name)
    const end = await logTail(file, 5)
    return new LegislogError('service_failed', `${name} does not start (${how}); the end of ${file}:\n${end}`)
  }

  const killAll = (signal: NodeJS.Signals): void => {
    for (const { child } of lives.values()) child?.kill(signal)
  }

  return {
    start(services) {
      if (!stopping.signal.aborted) kept.push(...services.map(keepAlive))
    },
    untilReady,
    async stop() {
      stopping.abort()
      killAll('SIGTERM')
      const killing = setTimeout(() => killAll('SIGKILL'), PATIENCE_MS)
      await Promise.all(kept)
      clearTimeout(killing)
    },
    hurry: () => killAll('SIGKILL'),
  }
}

/** On one host each service needs another port. */
export function environmentOf(name: OwnService, env: Options['env']): Options['env'] {
  const { metrics_port: first, metrics_private } = readSettings(env)
  const index = name === 'api' && !metrics_private ? -1 : measuredServices.indexOf(name)
  const port = first > 0 && index >= 0 ? first + index : 0
  return { ...env, [definitions.metrics_port.env]: String(port) }
}

function startService(name: OwnService, env: Options['env'], files: UpFiles) {
  const output = openSync(files.logFile(name), 'a', 0o600)
  const args = ownCommands[name]
  const program = [...nodeOptionsOf(args), join(projectFolder, 'cli', 'main.ts'), ...args]
  const child = spawn(process.execPath, program, {
    env: environmentOf(name, env),
    cwd: projectFolder,
    // The service has a separate process group, so Ctrl-C reaches only the supervisor, which ends its
    // services in order.
    detached: true,
    // The channel closes when this process ends, however it ends; the service ends then too.
    stdio: ['ignore', output, output, 'ipc'],
  })
  closeSync(output)
  void noteProcess(child.pid, files.pidFile(name))
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message))
    child.once('exit', (code, signal) => resolve(signal ?? `exit code ${code}`))
  })
  return { child, ended }
}
