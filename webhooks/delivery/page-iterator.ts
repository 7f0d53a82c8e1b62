/** Reads pages and returns their items one by one. It reads the next page while callers work on the last one. */
type PageIterator<T> = { next(): Promise<T | undefined> }

export function createPageIterator<T>(
  read: (after: T | undefined, limit: number) => Promise<readonly T[]>,
  pageSize: number,
  firstPage?: readonly T[],
): PageIterator<T> {
  let waiting: T[] = []
  let last: T | undefined
  let isAll = false
  let reading: Promise<void> | undefined

  const take = (page: readonly T[]): void => {
    waiting = [...waiting, ...page]
    last = page.at(-1) ?? last
    isAll = page.length < pageSize
  }
  const readOn = (): Promise<void> => {
    reading ??= read(last, pageSize)
      .then(take)
      .finally(() => {
        reading = undefined
      })
    return reading
  }
  if (firstPage !== undefined) take(firstPage)

  return {
    async next() {
      for (;;) {
        const one = waiting.shift()
        // A page that fails ahead of time is read again when a caller needs it, and throws then.
        if (one !== undefined && !isAll && waiting.length < pageSize / 2) readOn().catch(() => {})
        if (one !== undefined || isAll) return one
        await readOn()
      }
    },
  }
}
