const STEPS = [10, 15, 22, 33, 47, 68]
const DECADES = 8

/**
 * Upper bounds, in ms, of the classes that delays are counted in: six per decade, from 10 ms to 11 days. The last class
 * has no bound.
 */
export const DELAY_ENDS_MS: readonly number[] = [
  ...Array.from({ length: DECADES }, (_, decade) => STEPS.map((step) => step * 10 ** decade)).flat(),
  10 ** (DECADES + 1),
]

export const delayClasses = DELAY_ENDS_MS.length + 1

export function delayClassOf(delay_ms: number): number {
  const index = DELAY_ENDS_MS.findIndex((end) => delay_ms <= end)
  return index < 0 ? DELAY_ENDS_MS.length : index
}
