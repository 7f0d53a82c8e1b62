import { LegislogError } from '../../../schemas/errors.ts'
import type { AddressRelease } from '../../../schemas/event-bodies/address-release.ts'
import type { LoadedSet } from '../../files/shapefiles/load-set.ts'
import type { ShapefileSet } from '../../files/shapefiles/shapefile-sets.ts'
import type { FileInput, SourceItem } from '../../source-interface/source.ts'
import { observeRelease } from '../address-rows/observe-release.ts'
import { createRejectedRows, type RejectedRows } from '../address-rows/rejected-rows.ts'
import { packRows } from '../address-rows/rows-object.ts'
import { readFaces } from './faces.ts'
import type { TigerName } from './file-name.ts'
import { readRanges } from './ranges.ts'
import { areaOfCounty, mapsOf, type NamedPlace, type StateTables } from './state-tables.ts'

export type CountySets = Pick<TigerName, 'vintage' | 'area'> & {
  readonly sets: ReadonlyMap<TigerName['layer'], ShapefileSet>
}

const LAYERS = ['addrfeat', 'edges', 'featnames', 'addr', 'faces'] as const
type CountyLayer = (typeof LAYERS)[number]
const NO_MAPS: AddressRelease['maps'] = { upper: null, lower: null, congress: null }

/** The release of one county. If one of its files cannot be read, it gives no release: a part would replace the whole. */
export async function observeCounty(
  { vintage, area: geoid, sets }: CountySets,
  tables: StateTables,
  input: FileInput,
): Promise<SourceItem> {
  const area = areaOfCounty(tables, geoid)
  if (area === undefined) {
    throw new LegislogError(
      'record_invalid',
      `county is ${geoid}, not one that is known: add tl_${vintage}_us_county`,
    )
  }
  const loaded = await loadAll(sets)
  const rejected = new Map<CountyLayer, RejectedRows>(LAYERS.map((layer) => [layer, createRejectedRows()]))
  const faces = loaded.faces === undefined ? null : readFaces(loaded.faces, tables, rejected.get('faces')!)
  const objects = [
    await packRows(
      'ranges',
      readRanges(loaded, faces, (file) => rejected.get(file)!),
    ),
    await packRows('faces', faces?.rows ?? []),
    await packRows('places', placesOf(tables, geoid, faces?.places)),
  ]
  for (const [layer, rows] of rejected) rows.report(sets.get(layer)?.name ?? layer, input.passed_over)
  const main = sets.get('addrfeat') ?? sets.get('edges')!
  return observeRelease(
    {
      publisher: 'tiger',
      area,
      vintage,
      objects,
      name: `tiger-${vintage}-${geoid}`,
      maps: faces === null ? NO_MAPS : mapsOf(tables, geoid.slice(0, 2), faces.columns),
      rejected: [...rejected.values()].reduce((sum, rows) => sum + rows.count(), 0),
      identifiers: [{ scheme: 'census_geoid', identifier: geoid }],
    },
    { record: main.name, observed_at: input.started_at },
  )
}

async function loadAll(sets: CountySets['sets']): Promise<Record<CountyLayer, LoadedSet | undefined>> {
  const loaded: Partial<Record<CountyLayer, LoadedSet>> = {}
  for (const layer of LAYERS) {
    const set = sets.get(layer)
    if (set === undefined) continue
    try {
      loaded[layer] = await set.load()
    } catch (error) {
      if (!(error instanceof LegislogError)) throw error
      throw new LegislogError(error.code, `${set.name}: ${error.message}`, { cause: error })
    }
  }
  const { addrfeat, edges, featnames, addr, faces } = loaded
  return { addrfeat, edges, featnames, addr, faces }
}

/** The places of the county's faces; without faces, those of its state. */
function placesOf(
  { places, towns }: StateTables,
  geoid: string,
  ofFaces: ReadonlyMap<number, NamedPlace> | undefined,
): NamedPlace[] {
  const ofState = [...places, ...towns].filter(([code]) => code.startsWith(geoid.slice(0, 2)))
  const all = ofFaces === undefined ? ofState.map(([, place]) => place) : [...ofFaces.values()]
  const distinct = new Map(all.map((place) => [`${place.division_id} ${place.name}`, place]))
  return [...distinct].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, place]) => place)
}
