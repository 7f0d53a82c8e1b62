import type { Registry } from 'prom-client'
import type { Log } from '../../runtime/log.ts'
import type { ObjectStore } from '../../runtime/object-store/object-store.ts'
import type { Queryable } from '../../runtime/postgres/postgres.ts'
import type { DiffStats } from '../diff/version-diff.ts'
import type { Derived, Deriver, References } from '../methods/deriver.ts'
import type { Kind, Kinds } from '../methods/method.ts'
import { allMethods, type MethodModule, methodOf } from '../methods/method-module.ts'
import type { ThreadPool } from '../threads/thread-pool.ts'
import { computeResult, limits_ms } from './compute-result.ts'
import { createRecentFailures } from './recent-failures.ts'
import { resultKey } from './result-key.ts'
import { createResultMetrics } from './result-metrics.ts'
import { readStoredResults, readStoredStats, storeResult } from './stored-results.ts'

export type DeriverParts = {
  readonly objects: ObjectStore
  /** Where results are stored. */
  readonly database: Queryable
  /** Where stored results are read: a replica, or `database`. */
  readonly reads?: Queryable
  readonly pool: ThreadPool
  readonly log: Log
  readonly metrics: Registry
  readonly module?: MethodModule
  readonly limits_ms?: Readonly<Record<Kind, number>>
  /** Milliseconds of a clock that never goes back. */
  readonly now_ms?: () => number
}

/**
 * Gives stored results, and derives the others in threads. The store is only a cache: if it cannot be read or written,
 * results are derived each time. A result that took too long or failed is not tried again for a while.
 */
export function createDeriver(parts: DeriverParts): Deriver {
  const { objects, database, reads = database, pool, log, module = allMethods } = parts
  const limits = parts.limits_ms ?? limits_ms
  const counted = createResultMetrics(parts.metrics)
  /** Results that are derived now. Requests for the same one wait for it together. */
  const underway = new Map<string, Promise<Buffer>>()
  const failures = createRecentFailures(parts.now_ms)

  /** Without the cache, the work is still done. */
  async function orWithout<T>(action: 'read' | 'write', work: () => Promise<T>, without: T): Promise<T> {
    try {
      return await work()
    } catch (error) {
      counted.cache_failures.inc({ action })
      log.warn({ err: error }, `could not ${action} derived results`)
      return without
    }
  }

  const read = (kind: Kind, keys: readonly Buffer[]): Promise<ReadonlyMap<string, Buffer>> => {
    const which = { kind, keys, method_version: methodOf(module, kind).version }
    return orWithout('read', () => readStoredResults({ database: reads, objects }, which), new Map())
  }

  async function compute<K extends Kind>(kind: K, key: Buffer, references: References[K]): Promise<Buffer> {
    const computed = await counted.measure(kind, () =>
      computeResult({ objects, pool, limits_ms: limits }, kind, references),
    )
    await orWithout('write', () => storeResult({ database, objects }, { kind, key, computed }), undefined)
    return Buffer.from(computed.json)
  }

  async function jsonOf<K extends Kind>(kind: K, references: References[K]): Promise<Buffer> {
    const key = resultKey(references)
    const name = key.toString('hex')
    const found = (await read(kind, [key])).get(name)
    counted.requests.inc({ kind, outcome: found === undefined ? 'computed' : 'stored' })
    if (found !== undefined) return found
    const id = `${kind} ${methodOf(module, kind).version} ${name}`
    failures.throwIfKnown(id)
    const running = underway.get(id) ?? compute(kind, key, references).finally(() => underway.delete(id))
    underway.set(id, running)
    try {
      return await running
    } catch (error) {
      failures.remember(id, error)
      throw error
    }
  }

  const derivedOf = <K extends Kind>(kind: K, json: Buffer): Derived<K> => ({
    result: JSON.parse(json.toString()) as Kinds[K]['result'],
    method_version: methodOf(module, kind).version,
  })

  return {
    derive: async (kind, references) => derivedOf(kind, await jsonOf(kind, references)),
    async known(kind, references) {
      if (module.methods[kind] === undefined) return references.map(() => undefined)
      const keys = references.map((one) => resultKey(one))
      const found = await read(kind, keys)
      return keys.map((key) => {
        const json = found.get(key.toString('hex'))
        return json === undefined ? undefined : derivedOf(kind, json)
      })
    },
    async knownStats(references) {
      const method = module.methods.diff
      if (method === undefined) return references.map(() => undefined)
      const keys = references.map((one) => resultKey<'diff'>(one))
      const which = { kind: 'diff', keys, method_version: method.version } as const
      const found = await orWithout('read', () => readStoredStats(reads, which), new Map())
      return keys.map((key) => (found.get(key.toString('hex')) as DiffStats | undefined) ?? undefined)
    },
    close: () => pool.close(),
  }
}
