import { orient2d } from 'robust-predicates'

/** The closed rings of an area: longitude and latitude in turn, and for each ring the end of its numbers. */
export type Rings = { readonly numbers: Float64Array; readonly ends: readonly number[] }

export type Place = 'inside' | 'on_line' | 'outside'

/**
 * Says where a point lies, exactly: `ST_Covers` is true inside and on the line, `ST_Contains` only inside. The rings of a
 * valid area do not cross, so a point is inside if a ray from it crosses an odd number of all their sides.
 */
export function placeIn({ numbers, ends }: Rings, x: number, y: number): Place {
  let isInside = false
  let start = 0
  for (const end of ends) {
    let before_y = numbers[start + 1]!
    for (let index = start + 2; index < end; index += 2) {
      const next_y = numbers[index + 1]!
      if (before_y > y !== next_y > y || before_y === y || next_y === y) {
        const side = sideOf(numbers, index, x, y)
        if (side === 'on') return 'on_line'
        if (side === 'crossed') isInside = !isInside
      }
      before_y = next_y
    }
    start = end
  }
  return isInside ? 'inside' : 'outside'
}

/** Compares a point with the side that ends at `index`: it lies on it, or the ray to the right of it crosses it. */
function sideOf(numbers: Float64Array, index: number, x: number, y: number): 'on' | 'crossed' | 'missed' {
  const [x1, y1, x2, y2] = [numbers[index - 2]!, numbers[index - 1]!, numbers[index]!, numbers[index + 1]!]
  const isUpward = y2 > y
  const crosses = y1 > y !== isUpward
  if (x > x1 && x > x2) return 'missed'
  if (x < x1 && x < x2) return crosses ? 'crossed' : 'missed'
  const turn = orient2d(x1, y1, x2, y2, x, y)
  if (turn === 0) return 'on'
  if (!crosses) return 'missed'
  // orient2d is negative if the point is to the left of the side.
  return turn < 0 === isUpward ? 'crossed' : 'missed'
}

const POLYGON = 3
const MULTI_POLYGON = 6

/** Reads an area as Postgres gives it (`ST_AsBinary`): a polygon or several, little-endian, in two dimensions. */
export function ringsOf(wkb: Uint8Array): Rings {
  const view = new DataView(wkb.buffer, wkb.byteOffset, wkb.byteLength)
  const ends: number[] = []
  const numbers = new Float64Array(Math.floor(wkb.byteLength / 8))
  let at = 0
  let used = 0
  const takeCount = () => {
    at += 4
    return view.getUint32(at - 4, true)
  }
  const takeType = () => {
    at += 1
    return takeCount()
  }
  const takePolygon = () => {
    for (let rings = takeCount(); rings > 0; rings -= 1) {
      for (let left = 2 * takeCount(); left > 0; left -= 1) {
        numbers[used] = view.getFloat64(at, true)
        used += 1
        at += 8
      }
      ends.push(used)
    }
  }
  const type = takeType()
  if (type === POLYGON) takePolygon()
  else if (type === MULTI_POLYGON) {
    for (let polygons = takeCount(); polygons > 0; polygons -= 1) {
      takeType()
      takePolygon()
    }
  } else throw new RangeError(`WKB of type ${type} is no area`)
  return { numbers: numbers.slice(0, used), ends }
}
