import proj4 from 'proj4'
import { LegislogError } from '../../../schemas/errors.ts'
import type { Position, ShpShapes } from './shp-shapes.ts'

export type ToLonLat = (position: Position) => Position

/** WGS 84 and NAD 83 differ by less than two meters. Other datums need grids of corrections. */
const DATUM =
  /DATUM\[\s*"(?:D_)?(?:WGS_?1984|WGS_84|World_Geodetic_System_1984|NAD_?1983|North_American_(?:Datum_)?1983)[^"]*"/iu
const WGS_84 = '+proj=longlat +datum=WGS84 +no_defs'

/**
 * Gives how the coordinates of a file become longitude and latitude, by the text of its .prj file. A file without one is
 * read if its box lies on the earth. Throws `record_invalid` if the system is unknown or based on another datum.
 */
export function readProjection(prj: string | null, box: ShpShapes['box'] | null): ToLonLat {
  if (prj === null || prj.trim() === '') {
    if (box === null || isOnEarth(box)) return (position) => position
    throw refused(
      `missing, and the coordinates reach from ${box.west} ${box.south} to ${box.east} ${box.north}`,
    )
  }
  const system = firstSystem(prj.trim())
  const name = /^\s*\w+\[\s*"([^"]*)"/u.exec(system)?.[1] ?? system.slice(0, 40)
  if (!DATUM.test(system)) throw refused(name)
  if (/^GEOG(?:CS|CRS)\[/iu.test(system)) {
    if (!/UNIT\[\s*"degree"/iu.test(system)) throw refused(`${name}, not in degrees`)
    return (position) => position
  }
  return projected(system, name)
}

function projected(system: string, name: string): ToLonLat {
  const converter = converterOf(system, name)
  return ([x, y]) => {
    const [longitude = Number.NaN, latitude = Number.NaN] =
      Number.isFinite(x) && Number.isFinite(y) ? converter.forward([x, y]) : []
    return [longitude, latitude]
  }
}

function converterOf(system: string, name: string): { forward: (position: [number, number]) => number[] } {
  try {
    return proj4(system, WGS_84)
  } catch (cause) {
    throw refused(name, { cause })
  }
}

/** Some files append a system of heights: only the first one counts. */
function firstSystem(prj: string): string {
  let depth = 0
  for (let at = 0; at < prj.length; at++) {
    if (prj[at] === '[') depth += 1
    if (prj[at] === ']' && --depth === 0) return prj.slice(0, at + 1)
  }
  return prj
}

const isOnEarth = ({ west, south, east, north }: ShpShapes['box']): boolean =>
  west >= -180 && east <= 180 && south >= -90 && north <= 90

const refused = (system: string, options?: { cause: unknown }) =>
  new LegislogError(
    'record_invalid',
    `prj is ${JSON.stringify(system)}, not a system on WGS 84 or NAD 83 that is known`,
    options,
  )
