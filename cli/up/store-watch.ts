import { pause } from '../../runtime/pause.ts'
import type { Settings } from '../../runtime/settings/settings.ts'
import { LegislogError } from '../../schemas/errors.ts'
import { layoutOf, type ServiceName } from '../../stack/home/layout.ts'
import { logTail } from '../../stack/processes/log-tail.ts'
import { isFrozen, runningProcess } from '../../stack/processes/process.ts'
import { privateServices, restart } from '../../stack/stack.ts'
import type { OwnService } from '../home/own-services.ts'

export type StoreWatch = {
  /** Never resolves; rejects with `service_failed` and the end of the log if a store does not stay up. */
  readonly failed: Promise<never>
  stop(): Promise<void>
}

const LOOK_MS = 500
/** A store that lived this long starts its next life without a penalty. */
const HEALTHY_MS = 60_000
const LAST_DEATH = 3
const LOG_LINES = 12

type Life = { started_ms: number; deaths: number; is_frozen: boolean }

/**
 * Restarts a private store if its process has ended, and reports a store or a service with a frozen process.
 * The supervisor restarts services.
 */
export function watchStores(options: {
  readonly settings: Settings
  readonly services: readonly OwnService[]
  readonly warn: (message: string) => void
}): StoreWatch {
  const { settings, services, warn } = options
  const { pidFile, logFile } = layoutOf(settings)
  const stopping = new AbortController()
  const { signal } = stopping
  const failure = Promise.withResolvers<never>()
  // The caller that awaits it sees the failure; until then it must not count as unhandled.
  failure.promise.catch(() => {})

  async function watch(name: string, onDeath: (life: Life) => Promise<void>): Promise<void> {
    const life: Life = { started_ms: performance.now(), deaths: 0, is_frozen: false }
    while (!signal.aborted) {
      const running = await runningProcess(pidFile(name))
      if (running === undefined) await onDeath(life)
      else reportFrozen(name, running.pid, life)
      await pause(LOOK_MS, signal)
    }
  }

  async function revive(name: ServiceName, life: Life): Promise<void> {
    life.deaths = performance.now() - life.started_ms > HEALTHY_MS ? 1 : life.deaths + 1
    if (life.deaths > LAST_DEATH) {
      const end = await logTail(logFile(name), LOG_LINES)
      const what = `${name} ended ${life.deaths} times in a row; the end of ${logFile(name)}:\n${end}`
      throw new LegislogError('service_failed', what)
    }
    warn(`${name} has ended; starting it again, see ${logFile(name)}`)
    await restart(settings, name, () => {}, signal)
    life.started_ms = performance.now()
    warn(`${name} answers again`)
  }

  function reportFrozen(name: string, pid: number, life: Life): void {
    const is_frozen = isFrozen(pid)
    if (is_frozen === life.is_frozen) return
    life.is_frozen = is_frozen
    warn(is_frozen ? `${name} (process ${pid}) is frozen: it does not answer` : `${name} continues`)
  }

  const watching = [
    ...services.map((name) => watch(name, async () => {})),
    ...privateServices(settings).map((name) =>
      watch(name, (life) => revive(name, life)).catch((error: unknown) => {
        if (!signal.aborted) failure.reject(error)
      }),
    ),
  ]
  return {
    failed: failure.promise,
    async stop() {
      stopping.abort(new LegislogError('stopped', 'asked to stop'))
      await Promise.all(watching)
    },
  }
}
