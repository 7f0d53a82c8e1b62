import type pg from 'pg'
import type { Release } from '../../parked-retry/retry-parked.ts'
import { releasesOf } from './releases.ts'

/** Writes releases to the outbox and returns those that it could not write. */
export type EmitReleases = (
  client: pg.PoolClient,
  releases: readonly Release[],
) => Promise<readonly Release[]>

/** The releases of one switch: each entity once, because its event is stamped after the switch. */
export type ReleaseEmitter = {
  /** Returns those ids that were not emitted yet. */
  notEmitted(ids: readonly number[]): number[]
  /** Returns false if events cannot announce them or the limit is exceeded: then a new feed must begin. */
  emit(ids: readonly number[]): Promise<boolean>
  /** The number of entities whose rows move. */
  readonly count: () => number
}

export function createReleaseEmitter(
  client: pg.PoolClient,
  options: {
    /** The first read schema that has the entity shows where its events are. */
    readonly read_schemas: readonly string[]
    readonly announce: EmitReleases
    readonly limit: number
  },
): ReleaseEmitter {
  const { read_schemas, announce, limit } = options
  const asked = new Set<number>()
  const emitted = new Set<number>()
  const notEmitted = (ids: readonly number[]) => [...new Set(ids)].filter((id) => !asked.has(id))
  return {
    notEmitted,
    async emit(ids) {
      const pending = notEmitted(ids)
      if (asked.size + pending.length > limit) return false
      if (pending.length === 0) return true
      const releases = await releasesOf(client, read_schemas, pending)
      const left = await announce(client, releases)
      for (const id of pending) asked.add(id)
      for (const id of releases.flatMap(({ released_ids }) => released_ids)) emitted.add(id)
      return left.length === 0
    },
    count: () => emitted.size,
  }
}
