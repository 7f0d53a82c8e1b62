import type { GeoReport, GeoSummary } from '../../locate/load/geo-report.ts'
import { table } from '../output/answer.ts'

/** Lists the addresses and maps of address lookups, and the shapes that failed. */
export function describeCoverage({ releases, maps, failed_shapes }: GeoReport): string {
  const rows = releases.map(({ state, area, name, ranges, points, rejected, error }) => [
    state.replace('_', ' '),
    area.replace('ocd-division/country:us/', ''),
    name,
    String(ranges),
    String(points),
    String(Object.values(rejected).reduce((sum, count) => sum + count, 0)),
    error ?? '',
  ])
  const drawn = maps.map(({ state, tier, map, valid_from, valid_to, is_simplified, shapes }) => [
    state,
    tier,
    map,
    String(shapes),
    valid_from ?? '',
    valid_to ?? '',
    is_simplified ? 'simplified' : '',
  ])
  const parts = [
    rows.length === 0
      ? 'no addresses are loaded'
      : table([['addresses', 'area', 'release', 'ranges', 'points', 'rejected', 'error'], ...rows]),
    drawn.length === 0
      ? 'no maps are loaded'
      : table([['state', 'kind', 'map', 'shapes', 'from', 'until', ''], ...drawn]),
    ...(failed_shapes.length === 0
      ? []
      : [
          table([
            ['shapes not loaded', 'why'],
            ...failed_shapes.map(({ shapes, reason }) => [String(shapes), reason]),
          ]),
        ]),
  ]
  return parts.join('\n\n')
}

/** One line of status; none if no addresses were ever loaded and nothing failed. */
export function describeGeo(summary: GeoSummary | null): string[] {
  if (summary === null) return ['ADDRESS LOOKUP: its tables are missing; run legislog migrate']
  const { in_force, loading, failed, failed_shapes } = summary
  if (in_force + loading.length + failed.length + failed_shapes === 0) return []
  const parts = [
    `${in_force} releases in force`,
    ...(loading.length === 0 ? [] : [`loading ${loading.join(', ')}`]),
    ...failed.map(({ name, error }) => `${name} FAILED: ${error}`),
    ...(failed_shapes === 0 ? [] : [`${failed_shapes} shapes FAILED; see legislog locate coverage`]),
  ]
  return [`addresses: ${parts.join('; ')}`]
}
