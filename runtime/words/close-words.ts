/** A word of the corpus in its search form, and the number of bills with it. */
export type CountedWord = { readonly form: string; readonly bills: number }

/** Shorter words have too many neighbors. */
const MIN_LENGTH = 4
/** From this length on, a word may have two typing errors. */
const LONG = 7
/** A suggestion has this many times the bills of the word that was typed. */
const MORE_BILLS = 10
const MIN_BILLS = 3

/**
 * Finds the words that were probably meant by one that no bill, or hardly any, has: those with the fewest typing errors
 * between them, then those with the same first letter, then those in the most bills.
 */
export function closeWords(
  typed: CountedWord,
  vocabulary: Iterable<CountedWord>,
  most: number,
): readonly string[] {
  const { form, bills } = typed
  if (form.length < MIN_LENGTH || /\d/u.test(form)) return []
  const allowed = form.length < LONG ? 1 : 2
  const found: { readonly word: CountedWord; readonly errors: number }[] = []
  for (const word of vocabulary) {
    if (word.bills < MIN_BILLS || word.bills < bills * MORE_BILLS) continue
    if (Math.abs(word.form.length - form.length) > allowed || word.form === form) continue
    const errors = typingErrors(form, word.form, allowed)
    if (errors <= allowed) found.push({ word, errors })
  }
  const startsAlike = ({ word }: (typeof found)[number]) => (word.form[0] === form[0] ? 0 : 1)
  return found
    .sort(
      (one, other) =>
        one.errors - other.errors ||
        startsAlike(one) - startsAlike(other) ||
        other.word.bills - one.word.bills ||
        (one.word.form < other.word.form ? -1 : 1),
    )
    .slice(0, most)
    .map(({ word }) => word.form)
}

/**
 * The letters to insert, delete, replace or exchange with their neighbor to get from one word to another. Above `most`, any
 * higher number.
 */
export function typingErrors(one: string, other: string, most: number): number {
  let before: number[] = []
  let last = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (let row = 1; row <= one.length; row += 1) {
    const next = [row]
    for (let column = 1; column <= other.length; column += 1) {
      const isSame = one[row - 1] === other[column - 1]
      let errors = Math.min(last[column]! + 1, next[column - 1]! + 1, last[column - 1]! + (isSame ? 0 : 1))
      const isSwapped =
        row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1]
      if (isSwapped) errors = Math.min(errors, before[column - 2]! + 1)
      next.push(errors)
    }
    if (Math.min(...next) > most && Math.min(...last) > most) return most + 1
    before = last
    last = next
  }
  return last[other.length]!
}
