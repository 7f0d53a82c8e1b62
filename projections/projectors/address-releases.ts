import { topOfDivision } from '../../schemas/vocabulary/division-id.ts'
import { movedTo, tombstone } from '../read-model/change-index.ts'
import { ownRow, type Projector, write } from '../read-model/projector.ts'
import { releaseTouches, releaseWrites } from '../read-model/release-rows.ts'
import { addressReleasesTable } from '../tables/address-release-table.ts'

/** Loaded addresses of an area: where their rows are stored and which edition they are. */
export const addressReleases: Projector<
  'address_release.loaded' | 'address_release.withdrawn' | 'reference.released'
> = {
  name: 'address_releases',
  events: ['address_release.loaded', 'address_release.withdrawn', 'reference.released'],
  tables: [addressReleasesTable],
  touches: (event) =>
    event.type === 'reference.released'
      ? releaseTouches(event, addressReleasesTable)
      : [ownRow(addressReleasesTable, event.body.id)],
  evolve(rows, event) {
    if (event.type === 'reference.released') return releaseWrites(rows, event, addressReleasesTable)
    const { id, ocd_id } = event.body
    const existing = rows.get(addressReleasesTable, id)
    if (event.type === 'address_release.withdrawn') {
      return existing === undefined
        ? []
        : [write(addressReleasesTable, tombstone(existing, event, 'removed'))]
    }
    const { publisher, area, vintage, name, maps, objects, identifiers, ...counts } =
      event.body.address_release
    const item = JSON.stringify({
      id,
      ocd_id,
      publisher,
      area,
      vintage,
      name,
      maps: { upper: maps.upper, lower: maps.lower, congress: maps.congress },
      objects: objects.map(({ role, sha256, bytes, media_type, rows: count }) => ({
        role,
        sha256,
        bytes,
        media_type,
        rows: count,
      })),
      rows: counts.rows,
      rejected: counts.rejected,
      identifiers: identifiers.map(({ scheme, identifier }) => ({ scheme, identifier })),
    })
    return [
      write(addressReleasesTable, {
        id,
        ocd_id,
        publisher,
        area,
        jurisdiction: topOfDivision(area),
        item,
        deleted: false,
        ...movedTo(existing, event, existing === undefined ? 'introduced' : 'details'),
      }),
    ]
  },
}
