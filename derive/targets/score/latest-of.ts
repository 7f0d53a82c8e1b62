/** The latest of some times of fixed width, which sort as texts do. */
export const latestOf = (times: readonly string[]): string => times.toSorted().at(-1)!
