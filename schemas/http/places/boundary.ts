import { type Static, Type } from 'typebox'
import {
  Closed,
  changed,
  Day,
  DivisionId,
  Extras,
  Id,
  OcdId,
  OrNull,
  Page,
  Text,
  TextOrNull,
} from '../fields.ts'
import { collectionQuery, Jurisdiction } from '../parameters.ts'

const Degrees = Type.Number({ minimum: -180, maximum: 180 })
const Bbox = Type.Array(Degrees, {
  minItems: 4,
  maxItems: 4,
  description: 'West, south, east, north, in degrees',
  examples: [[-95.959912, 41.211806, -95.921389, 41.263611]],
})

const validity = {
  valid_from: OrNull(
    Type.String({ description: 'The first day on which this map is in force; null if no source gives one' }),
  ),
  valid_to: OrNull(
    Type.String({
      description: 'The first day on which the map is no longer in force; null while it is in force',
    }),
  ),
}
const measures = {
  is_simplified: OrNull(
    Type.Boolean({ description: 'true: drawn with fewer points than surveyed; null if unknown' }),
  ),
  points: Type.Integer(),
  area_m2: Type.Integer({ description: 'Area of this shape' }),
  printed_area_m2: OrNull(Type.Integer({ description: 'Land and water area according to the map' })),
}
const Identifiers = Type.Array(Closed({ scheme: Text, identifier: Text }))
const Release = Type.String({
  description: 'The map that contains it',
  examples: ['census-sld-2024', 'census-cd-119'],
})

export const BoundaryItem = Closed({
  id: Id,
  ocd_id: OcdId,
  division_id: DivisionId,
  release: Release,
  name: Text,
  ...validity,
  ...measures,
  geometry_type: Type.Enum(['Polygon', 'MultiPolygon']),
  bbox: Bbox,
  identifiers: Identifiers,
  geometry: Closed({ sha256: Text, bytes: Type.Integer(), media_type: Text }),
  extras: Extras,
  ...changed,
})
export const BoundaryPage = Page(BoundaryItem)

const Division = Type.Optional(
  Type.String({
    minLength: 1,
    maxLength: 220,
    description: 'A division id, in the form of the specification or of the open standard',
    examples: ['ocd-division/country:us/state:ne/sldu:7'],
  }),
)

export const BoundaryQuery = collectionQuery({ jurisdiction: Jurisdiction, ocd_id: Division })
export type BoundaryQuery = Static<typeof BoundaryQuery>

export const DistrictPath = Type.Object({
  id: Type.String({
    minLength: 1,
    maxLength: 220,
    description: 'A division id; slashes may be plain or written as %2F',
    examples: ['ocd-division/country:us/state:ne/sldu:7'],
  }),
})

export const DistrictBoundaryQuery = Type.Object(
  {
    as_of: Type.Optional(
      Type.String({
        maxLength: 10,
        description: 'Day on which the map is in force, YYYY-MM-DD; default: today',
        examples: ['2026-01-31'],
      }),
    ),
  },
  { additionalProperties: false },
)

/** Describes the geometry except for its numbers, since other programs read it. */
const Geometry = Type.Object({
  type: Type.Enum(['Polygon', 'MultiPolygon']),
  coordinates: Type.Array(Type.Array(Type.Unknown()), {
    examples: [
      [
        [
          [-95.95, 41.21],
          [-95.92, 41.21],
          [-95.92, 41.26],
          [-95.95, 41.21],
        ],
      ],
    ],
  }),
})

/** RFC 7946. */
export const BoundaryFeature = Closed({
  type: Type.Literal('Feature'),
  id: DivisionId,
  bbox: Bbox,
  properties: Closed({
    ocd_id: DivisionId,
    division_id: Type.String({ description: 'Equal to `ocd_id`' }),
    aliases: Type.Array(Text, { description: 'Other ids of this entity' }),
    name: TextOrNull,
    type: Text,
    jurisdiction: DivisionId,
    boundary_id: Id,
    boundary_ocd_id: OcdId,
    release: Release,
    name_on_map: Text,
    valid_from: OrNull(Day),
    valid_to: OrNull(Day),
    ...measures,
    identifiers: Identifiers,
    sha256: Type.String({ description: 'SHA-256 of the geometry' }),
    updated_at: Text,
  }),
  geometry: Geometry,
})
