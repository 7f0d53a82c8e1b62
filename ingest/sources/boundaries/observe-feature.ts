import { sha256Of } from '../../../runtime/object-store/object-name.ts'
import type { Boundary } from '../../../schemas/event-bodies/boundary.ts'
import { topOfDivision } from '../../../schemas/vocabulary/division-id.ts'
import { boundaryKey } from '../../identity/identity-keys.ts'
import type { ObservationOf } from '../../source-interface/observation.ts'
import type { FileInput, SourceItem } from '../../source-interface/source.ts'
import { type Fields, fieldsOf, invalid, looseText } from '../records/fields.ts'
import { rejectionOf } from '../records/rejections.ts'
import { type Geometry, readGeometry } from './geometry.ts'
import { isForDisplay, type Place, type RecognizedLayer, recognizeLayer } from './layers.ts'

export type FeatureContext = {
  readonly observed_at: string
  readonly passed_over: FileInput['passed_over'] | undefined
}

const MEDIA_TYPE = 'application/geo+json'

/** A bad feature does not stop the others of its file. */
export function* observeFeature(
  feature: Fields,
  place: Place,
  { observed_at, passed_over }: FeatureContext,
): Generator<SourceItem> {
  const { record } = place
  try {
    const fields = fieldsOf(feature, 'properties')
    const known = recognizeLayer(fields, place)
    if (known === undefined) throw invalid('properties', fields, 'of a layer that is known')
    if (known === null) {
      passed_over?.(record, 'no district is defined there')
      return
    }
    const geometry = readGeometry(feature.geometry)
    const bytes = Buffer.from(geometry.json)
    const pointer = { sha256: sha256Of(bytes), bytes: bytes.length, media_type: MEDIA_TYPE }
    const boundary = boundaryOf({ known, geometry, pointer, fields, place })
    yield {
      kind: 'observed',
      objects: [{ bytes, media_type: MEDIA_TYPE }],
      group: [observationOf(boundary, observed_at, record)],
    }
  } catch (error) {
    const bytes = Buffer.from(JSON.stringify(fileOf(feature, place)))
    yield rejectionOf({ name: record, bytes }, error, null)
  }
}

/**
 * Wraps it as a file of its layer, so that it can be read again: the name of the layer may identify the map.
 */
const fileOf = ({ type, properties, geometry }: Fields, { layer }: Place): object => ({
  type: 'FeatureCollection',
  name: layer,
  features: [{ type, properties, geometry }],
})

function boundaryOf(reported: {
  readonly known: RecognizedLayer
  readonly geometry: Geometry
  readonly pointer: Boundary['geometry']
  readonly fields: Fields
  readonly place: Place
}): Boundary {
  const { known, geometry, pointer, fields, place } = reported
  const { type, bbox, points, area_m2 } = geometry
  const printedAreaM2 = printedArea(fields)
  const differs = printedAreaM2 !== null && Math.abs(area_m2 / printedAreaM2 - 1) > MOST_DIFFERENCE
  return {
    ...known,
    is_simplified: isForDisplay(place.record) || differs ? true : (place.is_simplified ?? null),
    geometry: pointer,
    geometry_type: type,
    bbox,
    points,
    area_m2,
    printed_area_m2: printedAreaM2,
    identifiers: identifiersOf(fields),
    extras: Object.fromEntries(
      EXTRAS.flatMap((name) => (fields[name] === undefined ? [] : [[name, fields[name]]])),
    ),
  }
}

/** Further facts of the map about the district, without names and addresses of its elected members. */
const EXTRAS = ['LSY', 'CDSESSN', 'LSAD', 'MTFCC', 'CLASSFP', 'FUNCSTAT', 'kind']
const SCHEMES = [
  ['GEOID', 'census_geoid'],
  ['geoid', 'census_geoid'],
  ['GEOIDFQ', 'census_geoidfq'],
  ['PLACENS', 'gnis'],
  ['aclu_id', 'aclu'],
] as const

function identifiersOf(fields: Fields): Boundary['identifiers'] {
  return SCHEMES.flatMap(([field, scheme]) => {
    const identifier = looseText(fields, field)
    return identifier === '' ? [] : [{ scheme, identifier }]
  })
}

/**
 * Surveyed shapes come within a half per cent of the area that their map prints; generalized ones of small
 * districts do not.
 */
const MOST_DIFFERENCE = 0.02

/** Land and water. */
function printedArea(fields: Fields): number | null {
  const [land, water] = [fields.ALAND ?? fields.area_land, fields.AWATER ?? fields.area_water]
  return typeof land === 'number' && typeof water === 'number' ? Math.round(land + water) : null
}

function observationOf(boundary: Boundary, observedAt: string, record: string): ObservationOf<'boundary'> {
  const { division_id, release } = boundary
  return {
    entity: 'boundary',
    key: boundaryKey(division_id, release),
    discriminator: null,
    ocd_id: null,
    jurisdiction: topOfDivision(division_id),
    observed_at: observedAt,
    schema_rank: 1,
    parts: { boundary },
    bill: null,
    aliases: [],
    removed: null,
    record,
  }
}
