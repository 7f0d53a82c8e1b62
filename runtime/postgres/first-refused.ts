/**
 * Finds the one to blame by halves, where the first `count` of some things are refused with `refusal`: the last of the
 * shortest beginning that is. `refusalOf` tries the first `length` of them, and keeps nothing of what it tried. Throws if
 * even none of them is refused: then no one is to blame.
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
