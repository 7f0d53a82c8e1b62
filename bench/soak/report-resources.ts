import { writeFileSync } from 'node:fs'
import { activeResources } from '../../runtime/active-resources.ts'

/**
 * Loaded by `node --import` before a service whose timers and sockets are watched: writes their counts to the file in
 * the address of this module. The timer counts for nothing, since it keeps nothing alive.
 */
const PERIOD_MS = 5_000
const file = new URL(import.meta.url).searchParams.get('file')
if (file !== null)
  setInterval(() => writeFileSync(file, JSON.stringify(activeResources())), PERIOD_MS).unref()
