import { listShapefiles, withoutShapefiles } from '../../files/shapefiles/shapefile-sets.ts'
import type { FileInput, Source, SourceItem } from '../../source-interface/source.ts'
import { asFields, type Fields, invalid, listOf, looseText } from '../records/fields.ts'
import { readRecords } from '../records/read-records.ts'
import { parseJson, rejectionOf, textOfRecord } from '../records/rejections.ts'
import { checkSystem } from './geometry.ts'
import { isBase } from './layers.ts'
import { loadLayer } from './load-layer.ts'
import { observeFeature } from './observe-feature.ts'
import { isBoundaryTable, observeShapefile } from './observe-shapefile.ts'

/** Outlines of divisions as GeoJSON or shapefiles, by the layer of their publisher. */
export const boundaries: Source = { name: 'boundaries', mapper_version: 2, read }

async function* read(input: FileInput): AsyncGenerator<SourceItem> {
  yield* readGeojson(withoutShapefiles(input), (name) =>
    /\.(?:geo)?json(?:#\d+)?$/u.test(name) ? null : 'no GeoJSON or shapefile',
  )
  for await (const set of listShapefiles(input)) {
    try {
      const loaded = await loadLayer(set)
      if (isBoundaryTable(loaded)) yield* observeShapefile(set, loaded, input)
      else input.passed_over?.(set.name, 'a shapefile without a layer that is known')
    } catch (error) {
      yield rejectionOf({ name: set.name, bytes: Buffer.from(set.name) }, error, null)
    }
  }
}

export async function* readGeojson(
  input: FileInput,
  whyPassedOver: (record: string) => string | null,
): AsyncGenerator<SourceItem> {
  yield* readRecords(input, {
    jurisdictionOf: () => null,
    whyPassedOver,
    *map({ name, bytes, fetched_at }) {
      const root = asFields(parseJson(textOfRecord(bytes)), 'file')
      checkSystem(root.crs)
      const layer = looseText(root, 'name') || name.split('/').at(-1)!.replace(/\..*$/u, '')
      const observed_at = fetched_at ?? input.started_at
      const { passed_over } = input
      const features = featuresOf(root)
      const lacks_base = !features.some(({ properties }) => isBase((properties as Fields | null)?.kind))
      for (const [index, feature] of features.entries()) {
        const record = root.type === 'Feature' ? name : `${name}#${index + 1}`
        yield* observeFeature(feature, { record, layer, lacks_base }, { observed_at, passed_over })
      }
    },
  })
}

function featuresOf(root: Fields): readonly Fields[] {
  if (root.type === 'Feature') return [root]
  if (root.type !== 'FeatureCollection') throw invalid('type', root.type, 'Feature or FeatureCollection')
  return listOf(root, 'features')
}
