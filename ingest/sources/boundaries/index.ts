import { sha256Of } from '../../../runtime/object-store/object-name.ts'
import type { Boundary } from '../../../schemas/event-bodies/boundary.ts'
import { topOfDivision } from '../../../schemas/vocabulary/division-id.ts'
import { boundaryKey } from '../../identity/identity-keys.ts'
import type { ObservationOf } from '../../source-interface/observation.ts'
import type { FileInput, Source, SourceItem } from '../../source-interface/source.ts'
import { asFields, type Fields, fieldsOf, invalid, listOf, looseText } from '../records/fields.ts'
import { readRecords } from '../records/read-records.ts'
import { parseJson, rejectionOf, textOfRecord } from '../records/rejections.ts'
import { checkSystem, type Geometry, readGeometry } from './geometry.ts'
import { isForDisplay, type Place, type RecognizedLayer, recognizeLayer } from './layers.ts'

/** Outlines of divisions as GeoJSON, by the layer of their publisher. */
export const boundaries: Source = { name: 'boundaries', mapper_version: 1, read }

const MEDIA_TYPE = 'application/geo+json'

async function* read(input: FileInput): AsyncGenerator<SourceItem> {
  yield* readRecords(input, {
    jurisdictionOf: () => null,
    whyPassedOver: (name) => (/\.(?:geo)?json(?:#\d+)?$/u.test(name) ? null : 'no GeoJSON'),
    *map({ name, bytes, fetched_at }) {
      const root = asFields(parseJson(textOfRecord(bytes)), 'file')
      checkSystem(root.crs)
      const layer = looseText(root, 'name') || name.split('/').at(-1)!.replace(/\..*$/u, '')
      const observedAt = fetched_at ?? input.started_at
      for (const [index, feature] of featuresOf(root).entries()) {
        const record = root.type === 'Feature' ? name : `${name}#${index + 1}`
        yield* observe(feature, { record, layer }, observedAt, input)
      }
    },
  })
}

function featuresOf(root: Fields): readonly Fields[] {
  if (root.type === 'Feature') return [root]
  if (root.type !== 'FeatureCollection') throw invalid('type', root.type, 'Feature or FeatureCollection')
  return listOf(root, 'features')
}

/** A bad feature stops nothing: the others of its file are observed. */
function* observe(
  feature: Fields,
  place: Place,
  observedAt: string,
  input: FileInput,
): Generator<SourceItem> {
  const { record } = place
  try {
    const fields = fieldsOf(feature, 'properties')
    const known = recognizeLayer(fields, place)
    if (known === undefined) throw invalid('properties', fields, 'of a layer that is known')
    if (known === null) {
      input.passed_over?.(record, 'no district is defined there')
      return
    }
    const geometry = readGeometry(feature.geometry)
    const bytes = Buffer.from(geometry.json)
    const pointer = { sha256: sha256Of(bytes), bytes: bytes.length, media_type: MEDIA_TYPE }
    const boundary = boundaryOf({ known, geometry, pointer, fields, record })
    yield {
      kind: 'observed',
      objects: [{ bytes, media_type: MEDIA_TYPE }],
      group: [observationOf(boundary, observedAt, record)],
    }
  } catch (error) {
    const bytes = Buffer.from(JSON.stringify(fileOf(feature, place)))
    yield rejectionOf({ name: record, bytes }, error, null)
  }
}

/** Wraps it as a file of its layer, so that it can be read again: the name of the layer may say which map it is. */
const fileOf = (feature: Fields, { layer }: Place): object => ({
  type: 'FeatureCollection',
  name: layer,
  features: [feature],
})

function boundaryOf(reported: {
  readonly known: RecognizedLayer
  readonly geometry: Geometry
  readonly pointer: Boundary['geometry']
  readonly fields: Fields
  readonly record: string
}): Boundary {
  const { known, geometry, pointer, fields, record } = reported
  const { type, bbox, points, area_m2 } = geometry
  const printedAreaM2 = printedArea(fields)
  const differs = printedAreaM2 !== null && Math.abs(area_m2 / printedAreaM2 - 1) > MOST_DIFFERENCE
  return {
    ...known,
    is_simplified: isForDisplay(record) || differs ? true : null,
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
const EXTRAS = ['LSY', 'CDSESSN', 'LSAD', 'MTFCC', 'CLASSFP', 'FUNCSTAT']
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

/** Surveyed shapes come within a half per cent of the area that their map prints; generalised ones of small districts do not. */
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
