import { liveReadSchema } from '../../runtime/postgres/live-read-schema.ts'
import type { Queryable } from '../../runtime/postgres/postgres.ts'
import { LegislogError } from '../../schemas/errors.ts'
import { type LiveRelease, readLiveReleases, wantedReleases } from './live-rows.ts'

export type Rollback = {
  readonly release: LiveRelease
  /** The release that is in force after it; null if there is none. */
  readonly next: LiveRelease | null
}

/** The release of this name or id that is in force, and the one before it. Throws `not_found` or `usage`. */
export async function findRollback(database: Queryable, name: string): Promise<Rollback> {
  const schema = await liveReadSchema(database)
  const live = schema === undefined ? [] : await readLiveReleases(database, schema)
  const isNamed = (release: LiveRelease) => release.item.name === name || String(release.id) === name
  const { in_force, before } = wantedReleases(live)
  const release = in_force.find(isNamed)
  if (release !== undefined) {
    const isSame = (other: LiveRelease) =>
      other.publisher === release.publisher && other.area === release.area
    return { release, next: before.find(isSame) ?? null }
  }
  if (live.some(isNamed)) {
    throw new LegislogError('usage', `${name} is not in force: a newer release of its area is`)
  }
  throw new LegislogError(
    'not_found',
    `no release of addresses is named ${name}; see legislog locate coverage`,
  )
}
