/** Upper ends, in ms, of the duration classes in which calls are counted. The last class has no end. */
export const LATENCY_MS = [5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000] as const

export const latencyClasses = LATENCY_MS.length + 1

export function latencyClassOf(duration_ms: number): number {
  const place = LATENCY_MS.findIndex((end) => duration_ms <= end)
  return place < 0 ? LATENCY_MS.length : place
}
