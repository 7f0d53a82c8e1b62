import type { AddressRelease } from '../../../schemas/event-bodies/address-release.ts'
import { topOfDivision } from '../../../schemas/vocabulary/division-id.ts'
import { addressReleaseKey, digestOfObjects } from '../../identity/identity-keys.ts'
import type { SourceItem } from '../../source-interface/source.ts'
import type { RowsObject } from './rows-object.ts'

export type ReportedRelease = Omit<AddressRelease, 'objects' | 'rows'> & {
  readonly objects: readonly RowsObject[]
}

/** Observes a release together with its objects. `record` is the location of its files. */
export function observeRelease(
  release: ReportedRelease,
  { record, observed_at }: { readonly record: string; readonly observed_at: string },
): SourceItem {
  const { publisher, area, vintage } = release
  const objects = release.objects.filter(({ pointer }) => pointer.rows > 0)
  const pointers = objects.map(({ pointer }) => pointer)
  const rows = pointers
    .filter(({ role }) => role === 'ranges' || role === 'points')
    .reduce((sum, one) => sum + one.rows, 0)
  return {
    kind: 'observed',
    objects: objects.map(({ object }) => object),
    group: [
      {
        entity: 'address_release',
        key: addressReleaseKey(publisher, area, vintage, digestOfObjects(pointers)),
        discriminator: null,
        ocd_id: null,
        jurisdiction: topOfDivision(area),
        observed_at,
        schema_rank: 1,
        parts: { address_release: { ...release, objects: pointers, rows } },
        bill: null,
        aliases: [],
        removed: null,
        record,
      },
    ],
  }
}
