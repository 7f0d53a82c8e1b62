/** What is read page by page is handed out one by one; the next page is read while the last one is worked on. */
export type Feed<T> = { next(): Promise<T | undefined> }

export function createFeed<T>(
  read: (after: T | undefined, limit: number) => Promise<readonly T[]>,
  page_size: number,
  first_page?: readonly T[],
): Feed<T> {
  let waiting: T[] = []
  let last: T | undefined
  let isAll = false
  let reading: Promise<void> | undefined

  const take = (page: readonly T[]): void => {
    waiting = [...waiting, ...page]
    last = page.at(-1) ?? last
    isAll = page.length < page_size
  }
  const readOn = (): Promise<void> => {
    reading ??= read(last, page_size)
      .then(take)
      .finally(() => {
        reading = undefined
      })
    return reading
  }
  if (first_page !== undefined) take(first_page)

  return {
    async next() {
      for (;;) {
        const one = waiting.shift()
        // What fails ahead of time is read again when it is needed, and told then.
        if (one !== undefined && !isAll && waiting.length < page_size / 2) readOn().catch(() => {})
        if (one !== undefined || isAll) return one
        await readOn()
      }
    },
  }
}
