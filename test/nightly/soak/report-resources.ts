import { writeFileSync } from 'node:fs'
import { activeResources } from '../../../runtime/active-resources.ts'
import type { SeenFromWithin } from './resource-samples.ts'

/**
 * Loaded by `node --import` before a service whose heap, timers and sockets are watched: writes them to the file in the
 * address of this module. The timer counts for nothing, since it keeps nothing alive.
 */
const PERIOD_MS = 5_000
const file = new URL(import.meta.url).searchParams.get('file')
if (file !== null) setInterval(() => writeFileSync(file, JSON.stringify(seen())), PERIOD_MS).unref()

function seen(): SeenFromWithin {
  return { heap_mb: process.memoryUsage().heapUsed / 2 ** 20, resources: activeResources() }
}
