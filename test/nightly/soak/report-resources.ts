import { writeFileSync } from 'node:fs'
import { activeResources } from '../../../runtime/active-resources.ts'
import type { SeenFromWithin } from './resource-samples.ts'

/**
 * Loaded by `node --import` before a service. Writes its heap, timers and sockets to the file named in the URL of this
 * module. Its own timer does not count, since it keeps nothing alive.
 */
const PERIOD_MS = 5_000
const file = new URL(import.meta.url).searchParams.get('file')
if (file !== null) setInterval(() => writeFileSync(file, JSON.stringify(seen())), PERIOD_MS).unref()

function seen(): SeenFromWithin {
  return { heap_mb: process.memoryUsage().heapUsed / 2 ** 20, resources: activeResources() }
}
