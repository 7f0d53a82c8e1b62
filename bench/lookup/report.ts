import { markdown } from '../measure/tables.ts'
import type { Country } from './country/country.ts'
import type { LoadCost } from './country/loaded-country.ts'
import { CONNECTIONS, type MeasuredLookups } from './drive/measure-lookups.ts'
import type { LookupsMeasured } from './lookups-measured.ts'

export function describeLookups(country: Country, cost: LoadCost, measured: LookupsMeasured): string {
  const { everywhere, beside, peer_ranges, peer_load_s } = measured
  const peer = beside.at(-1)!
  const ratios = beside
    .slice(0, -1)
    .map(({ name, saturated }) => `${name} ${(saturated.per_s / peer.saturated.per_s).toFixed(1)} ×`)
  return [
    describeLoad(country, cost),
    `Addresses of generated houses, in four spellings, none asked twice; ${CONNECTIONS} connections, the client on the same cores. Fixed rate: half of the rate with ${CONNECTIONS} connections, each request timed from its arrival. Wrong: another district than that of the house. Bar at the fixed rate: p99 < 20 ms; aim: < 5 ms.`,
    tableOf(everywhere),
    `The geocoder of PostGIS (\`geocode(address, 1)\`) has ${peer_ranges} of the ranges, loaded in ${peer_load_s.toFixed(0)} s. Addresses of the same counties go to all; ours has all ranges loaded. The locator alone has no HTTP, billing and officials, as the geocoder has none; its client counts as its own CPU. Wrong: the position lies in another district. Requests a second of the geocoder: ${ratios.join(', ')}. Bar: ≥ 20 ×; aim: ≥ 50 ×.`,
    tableOf(beside),
  ].join('\n\n')
}

function describeLoad({ sites, county }: Country, cost: LoadCost): string {
  const { rows, faces, wall_s, loader_cpu_s, postgres_cpu_s, peak_mb, range_bytes, face_bytes } = cost
  const millions = rows / 1e6
  const each = (cpu_s: number) => ((cpu_s * 1e6) / rows).toFixed(1)
  const megabytes = (bytes: number) => (bytes / 1e6 / millions).toFixed(0)
  return [
    `${rows} ranges and ${faces} faces in ${sites.length} counties with ${county.segments.length} segments each, and their districts.`,
    markdown(
      [
        'loaded',
        'ranges/s',
        'loader µs CPU/range',
        'Postgres µs CPU/range',
        'loader peak MB',
        'MB/million ranges',
        'MB of faces/million ranges',
      ],
      [
        [
          `in ${wall_s.toFixed(0)} s`,
          (rows / wall_s).toFixed(0),
          each(loader_cpu_s),
          each(postgres_cpu_s),
          peak_mb,
          megabytes(range_bytes),
          megabytes(face_bytes),
        ],
      ],
    ),
  ].join('\n\n')
}

function tableOf(lookups: readonly MeasuredLookups[]): string {
  const head = [
    '',
    'lookups/s',
    'p50 / p99 ms',
    'own ms CPU',
    'Postgres ms CPU',
    'fixed rate/s',
    'p50 / p99 ms there',
  ]
  return markdown(
    [...head, 'asked', 'matched %', 'wrong districts'],
    lookups.map(({ name, saturated, own_ms_each, postgres_ms_each, fixed, tally }) => [
      name,
      saturated.per_s.toFixed(0),
      `${saturated.p50_ms.toFixed(1)} / ${saturated.p99_ms.toFixed(1)}`,
      own_ms_each.toFixed(2),
      postgres_ms_each.toFixed(2),
      fixed.per_s.toFixed(0),
      `${fixed.p50_ms.toFixed(1)} / ${fixed.p99_ms.toFixed(1)}`,
      tally.asked,
      ((100 * tally.matched) / tally.asked).toFixed(2),
      tally.wrong,
    ]),
  )
}
