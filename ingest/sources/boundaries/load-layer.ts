import type { TableRow } from '../../files/shapefiles/dbf-table.ts'
import type { LoadedSet } from '../../files/shapefiles/load-set.ts'
import type { ShapefileSet } from '../../files/shapefiles/shapefile-sets.ts'

/** Files of a redistricting, for the maps of 2022: `tl_rd22_53_sldu`. */
const REDISTRICTING = /^tl_rd(\d{2})_/u
/** Their columns end with the year of the census, or of the map: `STATEFP20`. */
const WITH_YEAR = /^(STATEFP|SLDUST|SLDLST|CD\d{3}FP|GEOID|NAMELSAD|LSAD|LSY|MTFCC|FUNCSTAT)\d{2}$/u

/**
 * Loads a shapefile. Columns of a redistricting get the names that the files of each year have, and the year of the map is
 * that of the file unless a column says it.
 */
export async function loadLayer(set: ShapefileSet): Promise<LoadedSet> {
  const loaded = await set.load()
  const year = REDISTRICTING.exec(set.base)?.[1]
  if (year === undefined) return loaded
  const plain = (name: string) => WITH_YEAR.exec(name)?.[1] ?? name
  return {
    ...loaded,
    columns: [...new Set([...loaded.columns.map(plain), 'LSY'])],
    row(index) {
      const row = loaded.row(index)
      if (row === null) return null
      const named = Object.entries(row).map(([name, value]) => [plain(name), value] as const)
      return { LSY: `20${year}`, ...(Object.fromEntries(named) as TableRow) }
    },
  }
}
