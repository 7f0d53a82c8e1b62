/** The length of a degree of latitude, and of a degree of longitude at the equator. */
export const METERS_A_DEGREE = 111_320

/** Near the poles a degree of longitude would be no distance at all. */
const LEAST_SHARE = 0.1

/** Converts a distance to degrees, to the north and to the east. */
export function degreesOf(
  meters: number,
  latitude: number,
): { readonly north: number; readonly east: number } {
  const north = meters / METERS_A_DEGREE
  return { north, east: north / Math.max(LEAST_SHARE, Math.cos((latitude * Math.PI) / 180)) }
}
