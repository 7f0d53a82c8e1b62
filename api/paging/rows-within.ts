/** The parts of the first rows may be large, and their size is not known before they are read: few rows are read first. */
const FIRST = 10
/** Each reading takes at most this many times the rows of the one before. */
const GROWTH = 4

/**
 * Items by the id of their row, from the first row on, until they have as many bytes as a page may have. What is added to
 * rows is read for some of them at a time, so that little is read that is not sent. At least one item is there.
 */
export async function itemsWithin<R extends { readonly id: number }>(
  rows: readonly R[],
  most: number,
  readItems: (rows: readonly R[]) => Promise<(row: R) => string>,
): Promise<ReadonlyMap<number, string>> {
  const items = new Map<number, string>()
  let bytes = 0
  let count = FIRST
  while (items.size < rows.length && bytes <= most) {
    const some = rows.slice(items.size, items.size + count)
    const itemOf = await readItems(some)
    for (const row of some) {
      const item = itemOf(row)
      items.set(row.id, item)
      bytes += Buffer.byteLength(item)
    }
    const mean = Math.max(1, bytes / items.size)
    count = Math.max(1, Math.min(GROWTH * some.length, Math.ceil((most - bytes) / mean)))
  }
  return items
}
