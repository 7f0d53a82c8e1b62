/** What is read page by page is handed out one by one; the next page is read while the last one is worked on. */
export type PageIterator<T> = { next(): Promise<T | undefined> }

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
        // What fails ahead of time is read again when it is needed, and told then.
        if (one !== undefined && !isAll && waiting.length < pageSize / 2) readOn().catch(() => {})
        if (one !== undefined || isAll) return one
        await readOn()
      }
    },
  }
}
