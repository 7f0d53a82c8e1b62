import { type Static, Type } from 'typebox'
import { DivisionId, EventBody, Nullable } from './common.ts'

/** One file of a release: rows in one fixed form, gzipped, under their SHA-256 in the object store. */
export const AddressObject = Type.Object({
  role: Type.String({ description: 'ranges, faces, points or places' }),
  sha256: Type.String(),
  bytes: Type.Integer(),
  media_type: Type.String(),
  rows: Type.Integer(),
})
export type AddressObject = Static<typeof AddressObject>

/** The boundary releases that the district codes of the faces belong to. null: the faces name no such map. */
export const FaceMaps = Type.Object({
  upper: Nullable(Type.String()),
  lower: Nullable(Type.String()),
  congress: Nullable(Type.String()),
})

/**
 * Addresses of a county, city or state as one publisher gave them at one time. A release never changes: other rows are
 * another release. The newest release of an area and publisher that is not withdrawn is in force.
 */
export const AddressRelease = Type.Object({
  publisher: Type.String({ description: 'tiger or openaddresses' }),
  area: DivisionId,
  vintage: Type.String({ description: 'The edition as the publisher names it: 2021' }),
  name: Type.String({ description: 'tiger-2021-30059, openaddresses-us-ca-berkeley' }),
  maps: FaceMaps,
  objects: Type.Array(AddressObject),
  rows: Type.Integer({ description: 'Ranges or points' }),
  rejected: Type.Integer({ description: 'Records of the files that could not be read' }),
  identifiers: Type.Array(Type.Object({ scheme: Type.String(), identifier: Type.String() })),
})
export type AddressRelease = Static<typeof AddressRelease>

export const AddressReleaseLoaded = EventBody({ address_release: AddressRelease })
export const AddressReleaseWithdrawn = EventBody({ reason: Type.String() })
