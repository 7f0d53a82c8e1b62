/**
 * The parts of the first rows may be large, and their size is unknown before they are read, so few rows are
 * read first.
 */
const FIRST = 10
/** Each read takes at most this many times the rows of the previous one. */
const GROWTH = 4

/**
 * Gives items by row id, from the first row on, until they fill the bytes of a page; at least one. The parts
 * of rows are read in groups, so that little is read but not sent.
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
