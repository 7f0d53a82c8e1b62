import type { Queryable } from '../../runtime/postgres/postgres.ts'

export type ReportedRelease = {
  readonly name: string
  readonly publisher: string
  readonly area: string
  readonly vintage: string
  readonly state: 'in_force' | 'previous' | 'loading' | 'failed'
  readonly ranges: number
  readonly points: number
  readonly rejected: Readonly<Record<string, number>>
  readonly loaded_at: string | null
  readonly error: string | null
  readonly retry_at: string | null
}

export type ReportedMap = {
  readonly state: string
  readonly tier: string
  readonly map: string
  readonly valid_from: string | null
  readonly valid_to: string | null
  readonly is_simplified: boolean
  readonly shapes: number
}

export type GeoReport = {
  readonly releases: readonly ReportedRelease[]
  readonly maps: readonly ReportedMap[]
  readonly failed_shapes: readonly { readonly reason: string; readonly shapes: number }[]
}

/** Reports the data of lookups: releases of addresses, maps of districts, and failures to load them. */
export async function reportGeo(database: Queryable): Promise<GeoReport> {
  const { rows: releases } = await database.query<ReportedRelease>(
    `SELECT name, publisher, area, vintage, ranges, points, rejected, loaded_at, error, retry_at,
       CASE WHEN is_in_force THEN 'in_force' WHEN error IS NOT NULL THEN 'failed'
         WHEN is_loaded THEN 'previous' ELSE 'loading' END AS state
     FROM geo.release ORDER BY area, publisher, id`,
  )
  const { rows: maps } = await database.query<ReportedMap>(
    `SELECT state, tier, map, valid_from, valid_to, bool_or(is_simplified) AS is_simplified, count(*) AS shapes
     FROM geo.division_shape GROUP BY state, tier, map, valid_from, valid_to ORDER BY state, tier, valid_from, map`,
  )
  const { rows: failed } = await database.query<{ reason: string; shapes: number }>(
    'SELECT reason, count(*) AS shapes FROM geo.failed_shape GROUP BY reason ORDER BY shapes DESC, reason LIMIT 20',
  )
  return { releases, maps, failed_shapes: failed }
}

export type GeoSummary = {
  readonly in_force: number
  readonly loading: readonly string[]
  readonly failed: readonly { readonly name: string; readonly error: string }[]
  readonly failed_shapes: number
}

/** Sums the report up for a line of status. Null if the schema is missing. */
export async function summarizeGeo(database: Queryable): Promise<GeoSummary | null> {
  const { rows: found } = await database.query<{ is_there: boolean }>(
    "SELECT to_regclass('geo.release') IS NOT NULL AS is_there",
  )
  if (!found[0]!.is_there) return null
  const { releases, failed_shapes } = await reportGeo(database)
  return {
    in_force: releases.filter(({ state }) => state === 'in_force').length,
    loading: releases.flatMap(({ state, name }) => (state === 'loading' ? [name] : [])),
    failed: releases.flatMap(({ error, name }) => (error === null ? [] : [{ name, error }])),
    failed_shapes: failed_shapes.reduce((sum, { shapes }) => sum + shapes, 0),
  }
}
