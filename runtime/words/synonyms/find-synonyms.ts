import { formsOf, synonymGroups } from './synonym-groups.ts'

/** A word or phrase of a query that has synonyms. */
export type FoundSynonyms = {
  /** Its place among the words of the query, counted from 0, and the place after it. */
  readonly from: number
  readonly to: number
  /** Other words and phrases, as printed. A search for the query also finds them. */
  readonly synonyms: readonly string[]
}

const key = (forms: readonly string[]): string => forms.join(' ')

const synonymsByForms = ((): ReadonlyMap<string, readonly string[]> => {
  const found = new Map<string, Set<string>>()
  for (const { same, narrower } of synonymGroups) {
    for (const { text } of same) {
      const name = key(formsOf(text))
      const others = [...same, ...narrower].filter((one) => key(formsOf(one.text)) !== name)
      const known = found.get(name) ?? new Set()
      for (const other of others) known.add(other.text)
      found.set(name, known)
    }
  }
  return new Map([...found].map(([name, texts]) => [name, [...texts]]))
})()

const MAX_WORDS = Math.max(...[...synonymsByForms.keys()].map((name) => name.split(' ').length))

/**
 * Finds synonyms of the words and phrases of a query. The longest phrase counts first, and each word belongs to one phrase:
 * `forever chemicals` gives PFAS, and nothing for `chemical` alone. `forms` are search forms in their order.
 */
export function findSynonyms(forms: readonly string[]): FoundSynonyms[] {
  const isTaken = forms.map(() => false)
  const found: FoundSynonyms[] = []
  for (let words = Math.min(MAX_WORDS, forms.length); words >= 1; words -= 1) {
    for (let from = 0; from + words <= forms.length; from += 1) {
      if (isTaken.slice(from, from + words).includes(true)) continue
      const synonyms = synonymsByForms.get(key(forms.slice(from, from + words)))
      if (synonyms === undefined) continue
      isTaken.fill(true, from, from + words)
      found.push({ from, to: from + words, synonyms })
    }
  }
  return found.sort((one, other) => one.from - other.from)
}
