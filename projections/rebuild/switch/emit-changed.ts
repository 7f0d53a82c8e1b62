import type pg from 'pg'
import type { Release } from '../../parked-retry/retry-parked.ts'
import { releasesOf } from './releases.ts'

/** Puts releases into the outbox and gives those that it could not. */
export type EmitReleases = (
  client: pg.PoolClient,
  releases: readonly Release[],
) => Promise<readonly Release[]>

/** What one flip tells readers of changes: each entity once, since its event is stamped after the flip. */
export type ReleaseEmitter = {
  /** Of these, those that were not told. */
  notEmitted(ids: readonly number[]): number[]
  /** false where it cannot be told by events, or is more than may be: a new feed has to begin. */
  emit(ids: readonly number[]): Promise<boolean>
  /** Entities whose rows are moved. */
  readonly count: () => number
}

export function createReleaseEmitter(
  client: pg.PoolClient,
  options: {
    /** The first that has seen an entity says where its events stand. */
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
