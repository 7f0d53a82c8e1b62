import { dayOf } from '../../schemas/values/calendar-day.ts'
import { topOfDivision } from '../../schemas/vocabulary/division-id.ts'
import { movedTo, tombstone } from '../read-model/change-index.ts'
import { ownRow, type Projector, write } from '../read-model/projector.ts'
import { releaseTouches, releaseWrites } from '../read-model/release-rows.ts'
import { boundariesTable } from '../tables/boundary-table.ts'

/** Outlines of divisions, one per map: their location, their period, and their measures. */
export const boundaries: Projector<'boundary.loaded' | 'boundary.removed' | 'reference.released'> = {
  name: 'boundaries',
  events: ['boundary.loaded', 'boundary.removed', 'reference.released'],
  tables: [boundariesTable],
  touches: (event) =>
    event.type === 'reference.released'
      ? releaseTouches(event, boundariesTable)
      : [ownRow(boundariesTable, event.body.id)],
  evolve(rows, event) {
    if (event.type === 'reference.released') return releaseWrites(rows, event, boundariesTable)
    const { id, ocd_id } = event.body
    const existing = rows.get(boundariesTable, id)
    if (event.type === 'boundary.removed') {
      return existing === undefined ? [] : [write(boundariesTable, tombstone(existing, event, 'removed'))]
    }
    const { boundary } = event.body
    const { division_id, release, name, valid_from, valid_to, is_simplified, geometry } = boundary
    const { geometry_type, bbox, points, area_m2, printed_area_m2, identifiers, extras } = boundary
    const item = JSON.stringify({
      id,
      ocd_id,
      division_id,
      release,
      name,
      valid_from: dayOf(valid_from),
      valid_to: dayOf(valid_to),
      is_simplified,
      geometry_type,
      bbox: [bbox.west, bbox.south, bbox.east, bbox.north],
      points,
      area_m2,
      printed_area_m2,
      identifiers: identifiers.map(({ scheme, identifier }) => ({ scheme, identifier })),
      geometry: { sha256: geometry.sha256, bytes: geometry.bytes, media_type: geometry.media_type },
      extras,
    })
    return [
      write(boundariesTable, {
        id,
        ocd_id,
        division_id,
        jurisdiction: topOfDivision(division_id),
        release,
        valid_from: dayOf(valid_from),
        valid_to: dayOf(valid_to),
        geometry_sha256: geometry.sha256,
        item,
        deleted: false,
        ...movedTo(existing, event, existing === undefined ? 'introduced' : 'details'),
      }),
    ]
  },
}
