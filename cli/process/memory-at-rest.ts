import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

const LOOK_MS = 10_000
/** A service without work takes less of a core, and its start or a load takes more. */
const REST_SHARE = 0.03
const BUSY_SHARE = 0.1

/**
 * V8 keeps the space that young objects of a start or a load needed: 8 to 30 MB. It returns it only to a collection
 * that is asked for, which takes 0.1 to 0.3 s of CPU. So a process collects once when it rests after work.
 */
export function returnMemoryAtRest(): void {
  const rests = createRestDetector()
  let before = process.cpuUsage()
  let since_ms = performance.now()
  setInterval(() => {
    const { user, system } = process.cpuUsage(before)
    const passed_ms = performance.now() - since_ms
    before = process.cpuUsage()
    since_ms += passed_ms
    if (rests((user + system) / 1000 / passed_ms)) returnMemory()
  }, LOOK_MS).unref()
}

/** The result takes the share of a core that each span used, and says if the process begins to rest after work. */
export function createRestDetector(): (share: number) => boolean {
  let hasWorked = true
  return (share) => {
    if (share > BUSY_SHARE) hasWorked = true
    const beginsToRest = hasWorked && share < REST_SHARE
    if (beginsToRest) hasWorked = false
    return beginsToRest
  }
}

/** Node has this function only for processes that were started with the flag, but V8 gives it to each new context. */
export function returnMemory(): void {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as NodeJS.GCFunction
  setFlagsFromString('--no-expose-gc')
  collect({ type: 'major', execution: 'sync', flavor: 'last-resort' })
}
