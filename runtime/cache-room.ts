/**
 * Options of an LRU cache of at most so many entries that takes room as it grows. With `max`, it would take room for all of
 * them at once, for 50,000 entries a megabyte that a quiet process never needs.
 */
export const upTo = (entries: number) => ({ maxSize: entries, sizeCalculation: () => 1 })
