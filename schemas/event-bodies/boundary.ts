import { type Static, Type } from 'typebox'
import { DivisionId, EventBody, Nullable } from './common.ts'

/** The place of a geometry: GeoJSON in WGS 84, under its SHA-256 in the object store. The log never contains it. */
export const GeometryPointer = Type.Object({
  sha256: Type.String(),
  bytes: Type.Integer(),
  media_type: Type.String(),
})
export type GeometryPointer = Static<typeof GeometryPointer>

/** The outline of a division on one map. A redrawn district keeps its id and gets a new boundary. */
export const Boundary = Type.Object({
  division_id: DivisionId,
  release: Type.String({ description: 'The map it is of: census-sld-2024, census-cd-119, dc-wards-2022' }),
  name: Type.String({ description: 'As the map names the division' }),
  valid_from: Nullable(
    Type.String({ description: 'The first day on which it is in force, YYYY-MM-DD; null where nobody says' }),
  ),
  valid_to: Nullable(
    Type.String({ description: 'The first day on which it is not any more; null while nobody says one' }),
  ),
  is_simplified: Nullable(
    Type.Boolean({ description: 'true: drawn with fewer points than surveyed; null where nobody says' }),
  ),
  geometry: GeometryPointer,
  geometry_type: Type.String({ description: 'Polygon or MultiPolygon' }),
  bbox: Type.Object({
    west: Type.Number(),
    south: Type.Number(),
    east: Type.Number(),
    north: Type.Number(),
  }),
  points: Type.Integer(),
  area_m2: Type.Integer({ description: 'Of the shape, on the sphere of authalic radius' }),
  printed_area_m2: Nullable(Type.Integer({ description: 'Land and water, as the map itself says' })),
  identifiers: Type.Array(Type.Object({ scheme: Type.String(), identifier: Type.String() })),
  extras: Type.Record(Type.String(), Type.Unknown()),
})
export type Boundary = Static<typeof Boundary>

export const BoundaryLoaded = EventBody({ boundary: Boundary })
export const BoundaryRemoved = EventBody({ reason: Type.String() })
