import type { TableRow } from '../../files/shapefiles/dbf-table.ts'
import type { LoadedSet } from '../../files/shapefiles/load-set.ts'

/** Names for the ids of places whose name is not the only one in its table, by GEOID. */
export type PlaceNames = ReadonlyMap<string, string>

/**
 * Two places of a state may have one name: a city, and a settlement that is counted separately. The city keeps the
 * plain name. Others add what they are, and their code if that is not enough.
 */
export function distinctPlaceNames({ columns, rows, row }: LoadedSet): PlaceNames {
  if (!['PLACEFP', 'GEOID', 'NAME', 'NAMELSAD'].every((column) => columns.includes(column))) return new Map()
  const places = Array.from({ length: rows }, (_, index) => readableRow(row, index)).flatMap((one) =>
    one === null || typeof one.NAME !== 'string' ? [] : [one],
  )
  const names = new Map<string, string>()
  const taken = new Set(places.map(({ STATEFP, NAME }) => keyOf(STATEFP, String(NAME))))
  for (const same of Map.groupBy(places, ({ STATEFP, NAME }) => keyOf(STATEFP, String(NAME))).values()) {
    const [, ...others] = same.toSorted(
      (a, b) => rank(a) - rank(b) || (String(a.GEOID) < String(b.GEOID) ? -1 : 1),
    )
    for (const { STATEFP, NAMELSAD, NAME, GEOID, PLACEFP } of others) {
      const full = String(NAMELSAD)
      const isFree = !taken.has(keyOf(STATEFP, full))
      const name = isFree ? full : `${NAME} ${PLACEFP}`
      taken.add(keyOf(STATEFP, name))
      names.set(String(GEOID), name)
    }
  }
  return names
}

/** null if the row is marked as deleted or cannot be read. */
export function readableRow(row: LoadedSet['row'], index: number): TableRow | null {
  try {
    return row(index)
  } catch {
    // It is rejected where its boundary is observed.
    return null
  }
}

const keyOf = (state: unknown, name: string): string => `${state} ${name.toLowerCase()}`
const isIncorporated = ({ CLASSFP }: TableRow): boolean => String(CLASSFP ?? '').startsWith('C')
const rank = (place: TableRow): number => (isIncorporated(place) ? 0 : 1)
