import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Settings } from './settings.ts'

/** Downloads are kept per user, so that a second home or checkout starts without any. */
export function cacheFolder(settings: Pick<Settings, 'cache'>): string {
  if (settings.cache !== '') return resolve(settings.cache)
  const userCache = process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache')
  return join(userCache, 'legislog')
}
