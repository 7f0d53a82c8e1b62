import { setTimeout as delay } from 'node:timers/promises'
import type { Settings } from '../../runtime/settings/settings.ts'
import { LegislogError } from '../../schemas/errors.ts'
import { askHealth } from './ask-health.ts'
import { whatIsBroken } from './describe-health.ts'

const LOOK_MS = 300

/**
 * Asks until everything is ready. Throws `service_failed`, naming what is broken, if that takes longer than `patience_ms`, and
 * with `waits_for_dead: false` at once if something is dead or frozen.
 */
export async function untilHealthy(
  settings: Settings,
  options: {
    readonly patience_ms: number
    readonly waits_for_dead: boolean
    readonly signal?: AbortSignal
  },
): Promise<void> {
  const { patience_ms, waits_for_dead, signal } = options
  const deadline = performance.now() + patience_ms
  for (;;) {
    if (signal?.aborted === true) return
    const report = await askHealth(settings)
    if (report.ready) return
    if (performance.now() > deadline || (report.is_down && !waits_for_dead)) {
      throw new LegislogError('service_failed', `not everything is ready: ${whatIsBroken(report)}`)
    }
    await delay(LOOK_MS)
  }
}
