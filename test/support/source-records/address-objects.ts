import { gunzipSync } from 'node:zlib'
import type { SourceItem } from '../../../ingest/source-interface/source.ts'
import {
  type AddressRole,
  type AddressRow,
  decodeAddressRow,
} from '../../../schemas/address-rows/address-rows.ts'
import type { AddressRelease } from '../../../schemas/event-bodies/address-release.ts'

export type ReadRelease = AddressRelease & {
  readonly rowsOf: <R extends AddressRole>(role: R) => AddressRow[R][]
}

/** The releases of a source with the rows of their objects. */
export function releasesIn(items: readonly SourceItem[]): ReadRelease[] {
  return items.flatMap((item) => {
    if (item.kind !== 'observed') return []
    const [one] = item.group
    if (one?.entity !== 'address_release') return []
    const release = one.parts.address_release!
    return {
      ...release,
      rowsOf: <R extends AddressRole>(role: R) => {
        const at = release.objects.findIndex((object) => object.role === role)
        if (at < 0) return []
        const lines = gunzipSync(item.objects![at]!.bytes).toString('utf8').split('\n')
        return lines.filter((line) => line !== '').map((line) => decodeAddressRow(role, line))
      },
    }
  })
}
