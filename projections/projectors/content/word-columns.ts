import { SearchVector, type Weight } from '../../../runtime/words/search-vector.ts'

/** A searchable text column. */
type WordColumn = {
  /** The longest text that is searched: Postgres refuses a search vector of over 1 MB. */
  readonly characters: number
  readonly weight: Weight
  /** True if its lines are independent: no phrase spans two of them. */
  readonly is_list: boolean
}

/** The texts of columns, cut to the searchable length, and one search vector of all, in the order of the columns. */
export function searchedTexts<Name extends string>(
  columns: Readonly<Record<Name, WordColumn>>,
  lines: Readonly<Record<Name, readonly string[]>>,
): { readonly texts: Readonly<Record<Name, string>>; readonly vector: SearchVector } {
  const texts = {} as Record<Name, string>
  const vector = new SearchVector()
  for (const name of Object.keys(columns) as Name[]) {
    const { characters, weight, is_list } = columns[name]
    const text = lines[name].join('\n').slice(0, characters).toWellFormed()
    texts[name] = text
    if (is_list) vector.addLines(text, weight)
    else vector.add(text, weight)
  }
  return { texts, vector }
}
