import { setTimeout as delay } from 'node:timers/promises'
import { timeUntil } from '../../../bench/service/retry-until.ts'
import type { Random } from '../../support/builders/seeded-random.ts'
import type { Fault } from './faults.ts'
import type { Markers } from './freshness-markers.ts'

export type FaultRun = {
  readonly name: string
  readonly lasted_s: number
  /** From its end until events that were committed later are visible; Infinity if that took too long. */
  readonly recovered_s: number
}

const PAUSE_S = [3, 12] as const
const RECOVERY_MS = 180_000

/** Strikes and mends one random fault after the other until the time is over. All kinds are equally likely. */
export async function injectFaultsUntil(options: {
  readonly faults: readonly Fault[]
  readonly random: Random
  readonly until_ms: number
  readonly markers: Markers
  /** Before each fault. */
  readonly prepare: () => Promise<void>
  readonly print: (line: string) => void
}): Promise<FaultRun[]> {
  const { faults, random, until_ms, markers, prepare, print } = options
  const strikes: FaultRun[] = []
  const kinds = [...Map.groupBy(faults, ({ kind }) => kind).values()]
  while (performance.now() < until_ms) {
    const ofKind = kinds[random.between(0, kinds.length)]!
    const fault = ofKind[random.between(0, ofKind.length)]!
    const lasts_s = random.between(...fault.lasts_s)
    await prepare()
    const began = performance.now()
    const mend = await fault.strike()
    await delay(lasts_s * 1_000)
    await mend()
    const mended = performance.now()
    const moment = new Date().toISOString()
    const recovered_ms = await timeUntil(mended, async () => (await markers.shown()) > moment, RECOVERY_MS)
    const strike = {
      name: fault.name,
      lasted_s: (mended - began) / 1_000,
      recovered_s: recovered_ms / 1_000,
    }
    strikes.push(strike)
    print(
      `${strikes.length}. ${strike.name}, for ${strike.lasted_s.toFixed(1)} s; news is shown again ${Number.isFinite(strike.recovered_s) ? `${strike.recovered_s.toFixed(1)} s after it` : 'not within three minutes'}`,
    )
    await delay(random.between(...PAUSE_S) * 1_000)
  }
  return strikes
}
