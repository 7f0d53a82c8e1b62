import { isOverdue, type OverdueSession, type Silence } from '../../../runtime/freshness/overdue-sessions.ts'
import {
  type IdentifierSeries,
  isLate,
  type NameMatching,
} from '../../../runtime/freshness/source-freshness.ts'
import type { Bindings } from '../../read-schema/bindings.ts'
import type { Reading, ReadModel } from '../../read-schema/live-schema.ts'
import { type BoundaryRow, boundariesOf } from '../jurisdictions/boundaries.ts'
import { type DivisionRow, divisionSelect } from '../jurisdictions/divisions.ts'
import { type AddressReleaseRow, addressColumns, type ChamberMapRow } from './address-coverage.ts'
import { type CountedDelays, firstDayAt } from './delay-report.ts'

export type SourceRow = {
  readonly source: string
  readonly interval_s: number | null
  readonly is_late: boolean
  readonly last_seen_at: string | null
  readonly last_success_at: string | null
  readonly last_change_at: string | null
  readonly held: Readonly<Record<string, number>>
  readonly quarantined: number
  readonly last_status: 'done' | 'failed' | 'stopped' | 'lost' | null
  readonly last_started_at: string | null
  readonly last_ended_at: string | null
}

export type NamesRow = Omit<NameMatching, 'jurisdiction'>

/** Facts about a jurisdiction that ingest has saved. Stored data is never counted during a request. */
export type CoverageRow = {
  /** The division id. */
  readonly id: string
  readonly listed_name: string | null
  readonly sources: readonly SourceRow[]
  readonly names: NamesRow | null
  readonly numbers: { readonly present: number; readonly missing: number } | null
  readonly delays: readonly CountedDelays[]
  readonly overdue_sessions: readonly Omit<OverdueSession, 'jurisdiction'>[]
}

type GapRow = Omit<IdentifierSeries, 'jurisdiction'>

export type DivisionCoverageRow = DivisionRow & {
  readonly boundaries: readonly BoundaryRow[]
  readonly address_releases: readonly AddressReleaseRow[]
  readonly chamber_maps: readonly ChamberMapRow[]
  readonly legislators: number
  readonly gaps: readonly GapRow[]
  readonly jurisdiction: CoverageRow
}

/** The most gaps that a report names. */
const MAX_GAPS = 100

const instant = (column: string): string =>
  `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`
const lines = (...parts: readonly string[]): string => parts.join(', ')

/** Columns of CoverageRow for a row `j` with an `id`. */
function coverageColumns(schema: string, bind: Bindings['bind'], silence: Silence): string {
  const { now } = silence
  const source = lines(
    `'source', f.source, 'interval_s', s.interval_s, 'is_late', ${isLate(bind(now.toISOString()))}`,
    `'last_seen_at', ${instant('f.last_seen_at')}`,
    `'last_success_at', ${instant('greatest(f.last_success_at, s.last_fetch_success_at)')}`,
    `'last_change_at', ${instant('f.last_change_at')}`,
    `'held', f.entities`,
    `'quarantined', (SELECT coalesce(sum(q.value::bigint), 0) FROM json_each_text(f.quarantined) q)`,
    `'last_status', s.last_status, 'last_started_at', ${instant('s.last_started_at')}`,
    `'last_ended_at', ${instant('s.last_ended_at')}`,
  )
  return `
    (SELECT d.name FROM ${schema}.divisions d WHERE d.division_id = j.id AND NOT d.deleted
      ORDER BY d.id LIMIT 1) AS listed_name,
    (SELECT coalesce(json_agg(json_build_object(${source}) ORDER BY f.source), '[]')
      FROM control.source_freshness f LEFT JOIN control.source s ON s.source = f.source
      WHERE f.jurisdiction = j.id) AS sources,
    (SELECT json_build_object('voters', n.voters, 'unmatched_voters', n.unmatched_voters, 'sponsors', n.sponsors,
        'unmatched_sponsors', n.unmatched_sponsors)
      FROM control.name_matching n WHERE n.jurisdiction = j.id) AS names,
    (SELECT CASE WHEN count(*) > 0 THEN json_build_object('present', sum(i.present), 'missing', sum(i.missing)) END
      FROM control.identifier_series i WHERE i.jurisdiction = j.id) AS numbers,
    (SELECT coalesce(json_agg(json_build_object('target', d.target, 'day', d.day, 'counts', d.counts)), '[]')
      FROM control.delay_count d
      WHERE d.jurisdiction = j.id AND d.day >= ${bind(firstDayAt(now))}::date) AS delays,
    (SELECT coalesce(json_agg(json_build_object('session', e.session, 'ended_on', e.ends_on,
        'last_action_on', e.last_action_on) ORDER BY e.session), '[]')
      FROM control.session_end e WHERE e.jurisdiction = j.id AND ${isOverdue(bind, silence)}) AS overdue_sessions`
}

/** A page of jurisdictions that are known or have stored data, by id. */
export function listCoverage(
  model: ReadModel,
  page: { readonly limit: number; readonly after: string },
  known: readonly string[],
  silence: Silence,
): Promise<Reading<CoverageRow>> {
  return model.read<CoverageRow>(
    (schema, bind) => `
      SELECT j.id, ${coverageColumns(schema, bind, silence)} FROM (
        SELECT id FROM (
          SELECT unnest(${bind(known)}::text[]) AS id
          UNION ALL SELECT jurisdiction FROM control.source_freshness) one
        WHERE id COLLATE "C" > ${bind(page.after)} GROUP BY id
        ORDER BY id COLLATE "C" LIMIT ${bind(page.limit + 1)}) j
      ORDER BY j.id COLLATE "C"`,
  )
}

/**
 * The coverage of one division, by any of its ids, and of its jurisdiction. `today` decides who is seated.
 */
export async function readCoverage(
  model: ReadModel,
  scope: { readonly division: string; readonly jurisdiction: string; readonly today: string },
  silence: Silence,
): Promise<{ watermark: string; row: DivisionCoverageRow }> {
  const { feed, rows } = await model.read<DivisionCoverageRow>((schema, bind) => {
    const jurisdiction = bind(scope.jurisdiction)
    return `
      SELECT 1 AS id, division.*, ${boundariesOf(schema)} AS boundaries,
        ${addressColumns(schema, bind, scope)},
        (SELECT count(*) FROM ${schema}.people p WHERE p.division_id = ANY (division.ids) AND NOT p.deleted
          AND (p.role_ends_on IS NULL OR p.role_ends_on >= ${bind(scope.today)}::date)) AS legislators,
        (SELECT coalesce(json_agg(g), '[]') FROM (
          SELECT i.session, i.prefix, i.present, i.lowest, i.highest, i.missing, i.first_missing
          FROM control.identifier_series i WHERE i.jurisdiction = ${jurisdiction} AND i.missing > 0
          ORDER BY i.session DESC, i.prefix LIMIT ${MAX_GAPS}) g) AS gaps,
        (SELECT row_to_json(place) FROM (SELECT j.id, ${coverageColumns(schema, bind, silence)}
          FROM (SELECT ${jurisdiction}::text AS id) j) place) AS jurisdiction
      FROM ${divisionSelect(schema, bind, scope.division)} division`
  })
  return { watermark: feed.watermark, row: rows[0]! }
}
