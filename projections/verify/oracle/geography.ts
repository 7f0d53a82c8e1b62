import type { LogEvent } from '../../../schemas/log/event.ts'
import {
  calendarDay,
  moveRow,
  type OracleRow,
  type OracleTables,
  pick,
  pickAll,
  tombstoneRow,
} from './oracle-tables.ts'

export function foldBoundary(
  tables: OracleTables,
  event: LogEvent<'boundary.loaded' | 'boundary.removed'>,
): void {
  const rows = tables.of('boundaries')
  const { id, ocd_id } = event.body
  const before = rows.get(id)
  if (event.type === 'boundary.removed') {
    if (before !== undefined) tombstoneRow(before, event, ['removed'])
    return
  }
  const { boundary } = event.body
  const { west, south, east, north } = boundary.bbox
  const days = { valid_from: calendarDay(boundary.valid_from), valid_to: calendarDay(boundary.valid_to) }
  const columns = { ...pick(boundary, 'division_id', 'release'), ...days }
  const [country, place] = boundary.division_id.slice('ocd-division/'.length).split('/')
  const row: OracleRow = {
    ...before,
    id,
    ocd_id,
    ...columns,
    jurisdiction: ['ocd-division', country, place].filter((part) => part !== undefined).join('/'),
    geometry_sha256: boundary.geometry.sha256,
    deleted: false,
    item: {
      id,
      ocd_id,
      ...columns,
      ...pick(boundary, 'name', 'is_simplified', 'geometry_type', 'points', 'area_m2', 'printed_area_m2'),
      bbox: [west, south, east, north],
      identifiers: pickAll(boundary.identifiers, 'scheme', 'identifier'),
      geometry: pick(boundary.geometry, 'sha256', 'bytes', 'media_type'),
      extras: boundary.extras,
    },
  }
  moveRow(row, event, [before === undefined ? 'introduced' : 'details'])
  rows.set(id, row)
}

export function foldAddressRelease(
  tables: OracleTables,
  event: LogEvent<'address_release.loaded' | 'address_release.withdrawn'>,
): void {
  const rows = tables.of('address_releases')
  const { id, ocd_id } = event.body
  const before = rows.get(id)
  if (event.type === 'address_release.withdrawn') {
    if (before !== undefined) tombstoneRow(before, event, ['removed'])
    return
  }
  const release = event.body.address_release
  const row: OracleRow = {
    ...before,
    id,
    ocd_id,
    ...pick(release, 'publisher', 'area'),
    jurisdiction: release.area.split('/').slice(0, 3).join('/'),
    deleted: false,
    item: {
      id,
      ocd_id,
      ...pick(release, 'publisher', 'area', 'vintage', 'name', 'rows', 'rejected'),
      maps: pick(release.maps, 'upper', 'lower', 'congress'),
      objects: pickAll(release.objects, 'role', 'sha256', 'bytes', 'media_type', 'rows'),
      identifiers: pickAll(release.identifiers, 'scheme', 'identifier'),
    },
  }
  moveRow(row, event, [before === undefined ? 'introduced' : 'details'])
  rows.set(id, row)
}
