import { LegislogError } from '../../../schemas/errors.ts'
import {
  listShapefiles,
  type ShapefileSet,
  withoutShapefiles,
} from '../../files/shapefiles/shapefile-sets.ts'
import type { FileInput, Source, SourceItem } from '../../source-interface/source.ts'
import { readGeojson } from '../boundaries/index.ts'
import { loadLayer } from '../boundaries/load-layer.ts'
import { isBoundaryTable, observeShapefile } from '../boundaries/observe-shapefile.ts'
import { stateCodes } from '../boundaries/state-codes.ts'
import { rejectionOf } from '../records/rejections.ts'
import { readTigerName, type TigerName } from './file-name.ts'
import { type CountySets, observeCounty } from './observe-county.ts'
import { addNames, brokenFileOf, emptyTables, type StateTables } from './state-tables.ts'

/** TIGER/Line of the Census: releases of addresses by county, and boundaries of districts and places. */
export const tiger: Source = { name: 'tiger', mapper_version: 1, read }

/** Rows of boundaries that were rejected come back as GeoJSON under the name of their shapefile. */
const RETURNED = /(?:^|\/)tl_[^/]*\.shp\.geojson(?:#\d+)?$/u

async function* read(input: FileInput): AsyncGenerator<SourceItem> {
  yield* readGeojson(withoutShapefiles(input), (name) =>
    RETURNED.test(name) ? null : 'no file of TIGER/Line',
  )
  const tables = new Map<string, StateTables>()
  const counties = new Map<string, CountySets & { readonly sets: Map<TigerName['layer'], ShapefileSet> }>()
  const seen = new Set<string>()
  for await (const set of listShapefiles(input)) {
    const name = readTigerName(set.base)
    const why = name === undefined ? 'no file of TIGER/Line' : seen.has(set.base) ? 'a copy' : null
    seen.add(set.base)
    if (name === undefined || why !== null) input.passed_over?.(set.name, why ?? '')
    else if (name.layer === 'boundary' || name.layer === 'names') {
      const ofVintage = tables.get(name.vintage) ?? emptyTables()
      tables.set(name.vintage, ofVintage)
      yield* readStateFile(set, name, ofVintage, input)
    } else {
      const key = `${name.vintage} ${name.area}`
      const county = counties.get(key) ?? { ...name, sets: new Map() }
      counties.set(key, county)
      county.sets.set(name.layer, set)
    }
  }
  for (const [, county] of [...counties].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    yield* readCounty(county, tables.get(county.vintage) ?? emptyTables(), input)
  }
}

async function* readStateFile(
  set: ShapefileSet,
  { area, layer }: TigerName,
  tables: StateTables,
  input: FileInput,
): AsyncGenerator<SourceItem> {
  try {
    const loaded = await loadLayer(set)
    addNames(tables, loaded)
    if (layer === 'boundary' && isBoundaryTable(loaded)) yield* observeShapefile(set, loaded, input)
    else if (layer === 'boundary') input.passed_over?.(set.name, 'only the names are read: it has no shapes')
  } catch (error) {
    yield rejectionOf({ name: set.name, bytes: Buffer.from(set.name) }, error, jurisdictionOf(area))
    tables.broken.set(area, set.name)
  }
}

async function* readCounty(
  county: CountySets,
  tables: StateTables,
  input: FileInput,
): AsyncGenerator<SourceItem> {
  const { sets, vintage, area } = county
  const main = sets.get('addrfeat') ?? sets.get('edges')
  if (main === undefined) {
    for (const { name } of sets.values()) {
      input.passed_over?.(name, `tl_${vintage}_${area}_addrfeat or tl_${vintage}_${area}_edges is missing`)
    }
    return
  }
  try {
    const broken = brokenFileOf(tables, county)
    if (broken !== undefined) {
      throw new LegislogError(
        'record_invalid',
        `${broken} could not be read, and the release would lack its names`,
      )
    }
    yield await observeCounty(county, tables, input)
  } catch (error) {
    yield rejectionOf({ name: main.name, bytes: Buffer.from(main.name) }, error, jurisdictionOf(area))
  }
}

function jurisdictionOf(area: string): string | null {
  const state = stateCodes[area.slice(0, 2)]
  return state === undefined ? null : `ocd-division/country:us/state:${state}`
}
