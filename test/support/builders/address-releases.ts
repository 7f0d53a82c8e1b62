import { gzipSync } from 'node:zlib'
import { sha256Of } from '../../../runtime/object-store/object-name.ts'
import type { ObjectStore } from '../../../runtime/object-store/object-store.ts'
import {
  ADDRESS_ROWS,
  type AddressRole,
  type AddressRow,
  encodeAddressRow,
} from '../../../schemas/address-rows/address-rows.ts'
import type { AddressObject, AddressRelease } from '../../../schemas/event-bodies/address-release.ts'
import type { EventBuilder, Named } from './event-builder.ts'

export type ReleaseRows = { readonly [R in AddressRole]?: readonly AddressRow[R][] }

/** An object of rows, in the object store unless `is_lost`. */
export async function storeRows<R extends AddressRole>(
  store: ObjectStore,
  role: R,
  rows: readonly AddressRow[R][],
  { is_lost = false } = {},
): Promise<AddressObject> {
  return storeLines(
    store,
    role,
    rows.map((row) => encodeAddressRow(role, row)),
    { is_lost },
  )
}

export async function storeLines(
  store: ObjectStore,
  role: AddressRole,
  lines: readonly string[],
  { is_lost = false } = {},
): Promise<AddressObject> {
  const bytes = gzipSync(lines.map((line) => `${line}\n`).join(''))
  if (!is_lost) await store.put(bytes, ADDRESS_ROWS)
  return { role, sha256: sha256Of(bytes), bytes: bytes.length, media_type: ADDRESS_ROWS, rows: lines.length }
}

/** Emits a release with these rows, as a source does. */
export async function emitRelease(
  story: EventBuilder,
  store: ObjectStore,
  release: Partial<AddressRelease>,
  rows: ReleaseRows,
  options: { is_lost?: boolean } = {},
): Promise<Named> {
  const objects: AddressObject[] = []
  for (const role of ['faces', 'ranges', 'points', 'places'] as const) {
    const found = rows[role] as readonly AddressRow[typeof role][] | undefined
    if (found !== undefined) objects.push(await storeRows(store, role, found, options))
  }
  const named = story.mint('ocd-address-release')
  const area = release.area ?? 'ocd-division/country:us/state:nv/county:washoe'
  story.emit('address_release.loaded', {
    ...named,
    address_release: {
      publisher: 'tiger',
      area,
      vintage: '2021',
      name: `tiger-2021-${named.id}`,
      objects,
      maps: { upper: null, lower: null, congress: null },
      rejected: 0,
      identifiers: [],
      rows: (rows.ranges?.length ?? 0) + (rows.points?.length ?? 0),
      ...release,
    },
  })
  return named
}

let lastTlid = 1_000

/** One side of a segment: 100 to 198 Main St in Reno by default. */
export function rangeOf(parts: Partial<AddressRow['ranges']> = {}): AddressRow['ranges'] {
  lastTlid += 1
  return {
    tlid: lastTlid,
    side: 'R',
    tfid: null,
    street: 'Main St',
    from: '100',
    to: '198',
    parity: 'E',
    zip5: '89501',
    place: 'Reno',
    line: [-119_900_000, 39_500_000, -119_890_000, 39_500_000],
    ...parts,
  }
}

/** A face in Reno, with no codes. */
export const faceOf = (parts: Partial<AddressRow['faces']> = {}): AddressRow['faces'] => ({
  tfid: 1,
  place: null,
  upper: null,
  lower: null,
  congress: null,
  x: -119_500_000,
  y: 39_500_000,
  ...parts,
})
