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

type Known = {
  readonly by_forms: ReadonlyMap<string, readonly string[]>
  /** Words of the longest phrase. */
  readonly most_words: number
}

function readGroups(): Known {
  const found = new Map<string, Set<string>>()
  for (const { same, narrower } of synonymGroups) {
    for (const { text } of same) {
      const name = key(formsOf(text))
      const others = [...same, ...narrower].filter((one) => key(formsOf(one.text)) !== name)
      const texts = found.get(name) ?? new Set()
      for (const other of others) texts.add(other.text)
      found.set(name, texts)
    }
  }
  return {
    by_forms: new Map([...found].map(([name, texts]) => [name, [...texts]])),
    most_words: Math.max(...[...found.keys()].map((name) => name.split(' ').length)),
  }
}

/** Read for the first query: it takes the dictionary of word forms. */
let known: Known | undefined

/**
 * Finds synonyms of the words and phrases of a query. The longest phrase counts first, and each word belongs to one phrase:
 * `forever chemicals` gives PFAS, and nothing for `chemical` alone. `forms` are search forms in their order.
 */
export function findSynonyms(forms: readonly string[]): FoundSynonyms[] {
  known ??= readGroups()
  const isTaken = forms.map(() => false)
  const found: FoundSynonyms[] = []
  for (let words = Math.min(known.most_words, forms.length); words >= 1; words -= 1) {
    for (let from = 0; from + words <= forms.length; from += 1) {
      if (isTaken.slice(from, from + words).includes(true)) continue
      const synonyms = known.by_forms.get(key(forms.slice(from, from + words)))
      if (synonyms === undefined) continue
      isTaken.fill(true, from, from + words)
      found.push({ from, to: from + words, synonyms })
    }
  }
  return found.sort((one, other) => one.from - other.from)
}
