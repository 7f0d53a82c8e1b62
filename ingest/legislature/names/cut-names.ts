/** A name that a source cut at its comma: `Marlowe, Jr.` arrives as `Marlowe` and `Jr.`. */
const SUFFIX = /^(?:jr|sr|i{2,3}|iv|esq|ph\.?\s?d|m\.?d|2nd|3rd|4th)\.?,?$/iu

export function isSuffix(name: string): boolean {
  return SUFFIX.test(name.trim())
}

export type Naming<T> = {
  readonly nameOf: (item: T) => string
  readonly rename: (item: T, name: string) => T
  /**
   * Says whether an item is only the end of the name before it. A suffix without a name is never a person.
   */
  readonly isEndOf: (item: T, before: T) => boolean
}

/** Gives the list with complete names, and the name ends whose beginning is missing. */
export function joinCutNames<T>(
  items: readonly T[],
  { nameOf, rename, isEndOf }: Naming<T>,
): { readonly whole: readonly T[]; readonly nobody: readonly T[] } {
  const whole: T[] = []
  const nobody: T[] = []
  for (const item of items) {
    const before = whole.at(-1)
    if (before !== undefined && isEndOf(item, before))
      whole[whole.length - 1] = rename(before, `${nameOf(before).trim()}, ${nameOf(item).trim()}`)
    else if (isSuffix(nameOf(item))) nobody.push(item)
    else whole.push(item)
  }
  return { whole, nobody }
}
