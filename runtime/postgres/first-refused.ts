/**
 * Finds the item to blame by bisection if the first `count` items are refused with `refusal`. It is the last item of
 * the shortest prefix that is refused. `refusalOf` tries the first `length` items and keeps nothing. Throws if even the
 * empty prefix is refused: then no item is to blame.
 */
export async function findFirstRefused<E extends Error>(
  count: number,
  refusal: E,
  refusalOf: (length: number) => Promise<E | undefined>,
): Promise<{ readonly index: number; readonly error: E }> {
  let [taken, failing, error] = [0, count, refusal]
  while (failing - taken > 1) {
    const middle = (taken + failing) >> 1
    const found = await refusalOf(middle)
    if (found === undefined) taken = middle
    else [failing, error] = [middle, found]
  }
  if (taken === 0) {
    const refusalOfNone = await refusalOf(0)
    if (refusalOfNone !== undefined) throw refusalOfNone
  }
  return { index: failing - 1, error }
}
