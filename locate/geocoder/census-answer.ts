/** A position that the service gives for an address. Degrees. */
export type GeocodedPosition = {
  readonly longitude: number
  readonly latitude: number
  /** The address as the service understood it. */
  readonly address: string
}

/**
 * Reads an answer of the form that the Census geocoder documents for `locations/onelineaddress`. undefined: it is in
 * another form. Source: the Census Geocoding Services API.
 */
export function readCensusAnswer(answer: unknown): readonly GeocodedPosition[] | undefined {
  const matches = (answer as { result?: { addressMatches?: unknown } } | null)?.result?.addressMatches
  if (!Array.isArray(matches)) return undefined
  const positions = matches.map(positionOf)
  return positions.includes(undefined) ? undefined : (positions as GeocodedPosition[])
}

function positionOf(match: unknown): GeocodedPosition | undefined {
  const { coordinates, matchedAddress } = (match ?? {}) as {
    coordinates?: { x?: unknown; y?: unknown }
    matchedAddress?: unknown
  }
  const { x, y } = coordinates ?? {}
  const isPlace = typeof x === 'number' && typeof y === 'number' && Math.abs(x) <= 180 && Math.abs(y) <= 90
  return isPlace && typeof matchedAddress === 'string'
    ? { longitude: x, latitude: y, address: matchedAddress.slice(0, 200) }
    : undefined
}
