import type { Queryable } from '../../runtime/postgres/postgres.ts'
import { type Known, readKnown } from './known.ts'

export type KnownCache = {
  get(): Promise<Known>
  /** False if the data have another version, or several (null): the next `get` reads them again. */
  confirm(version: number | null): boolean
}

/** Lookups that come at once read it once. */
export function createKnownCache(database: Queryable): KnownCache {
  let cached: Promise<Known> | undefined
  let version: number | undefined

  return {
    get() {
      cached ??= readKnown(database).then(
        (known) => {
          version = known.version
          return known
        },
        (error: unknown) => {
          cached = undefined
          throw error
        },
      )
      return cached
    },
    confirm(found) {
      if (found === version) return true
      cached = undefined
      return false
    },
  }
}
