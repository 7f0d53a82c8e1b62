import type { Queryable } from '../../runtime/postgres/postgres.ts'
import type { AddressObject } from '../../schemas/event-bodies/address-release.ts'
import { parseDivisionId } from '../../schemas/vocabulary/division-id.ts'

/** A release of addresses that the log knows and that is not withdrawn. */
export type LiveRelease = {
  readonly id: number
  readonly publisher: string
  readonly area: string
  readonly updated_at: string
  readonly item: {
    readonly name: string
    readonly vintage: string
    readonly maps: {
      readonly upper: string | null
      readonly lower: string | null
      readonly congress: string | null
    }
    readonly objects: readonly AddressObject[]
  }
}

export async function readLiveReleases(database: Queryable, schema: string): Promise<readonly LiveRelease[]> {
  const { rows } = await database.query<LiveRelease>(
    `SELECT id, publisher, area, updated_at, item FROM ${schema}.address_releases WHERE NOT deleted ORDER BY id`,
  )
  return rows
}

export type WantedReleases = {
  /** One of each area and publisher. */
  readonly in_force: readonly LiveRelease[]
  /** The one before it, so that a rollback is instant. */
  readonly before: readonly LiveRelease[]
}

/** The newest release of an area and publisher is in force. */
export function wantedReleases(live: readonly LiveRelease[]): WantedReleases {
  const areas = Map.groupBy(live, ({ publisher, area }) => `${publisher} ${area}`)
  const newestFirst = [...areas.values()].map((releases) =>
    releases.toSorted((a, b) => b.updated_at.localeCompare(a.updated_at) || b.id - a.id),
  )
  return {
    in_force: newestFirst.flatMap(([newest]) => newest ?? []),
    before: newestFirst.flatMap(([, before]) => before ?? []),
  }
}

/** The postal code of the state, district or territory of a division of the United States. */
export function stateOf(divisionId: string): string | undefined {
  const division = parseDivisionId(divisionId)
  const [first] = division?.segments ?? []
  return division?.country === 'us' && first?.type === 'state' && /^[a-z]{2}$/u.test(first.value)
    ? first.value
    : undefined
}

/** The kind of a division: the type of its last part. */
export const tierOf = (divisionId: string): string => divisionId.split('/').at(-1)!.split(':')[0]!
