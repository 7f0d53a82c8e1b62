import { jurisdictions, sampleJurisdiction } from '../../schemas/vocabulary/jurisdictions.ts'

/** Postal code in lower case, by postal code and name in capitals. */
const byName: ReadonlyMap<string, string> = new Map(
  [...jurisdictions, sampleJurisdiction]
    .filter(({ classification }) => classification !== 'country')
    .flatMap(({ abbreviation, name }) => [
      [abbreviation.toUpperCase(), abbreviation] as const,
      [name.toUpperCase(), abbreviation] as const,
    ])
    .concat([
      ['D C', 'dc'],
      ['CALIF', 'ca'],
      ['FLA', 'fl'],
      ['ILL', 'il'],
      ['MASS', 'ma'],
      ['MICH', 'mi'],
      ['MINN', 'mn'],
      ['PENN', 'pa'],
      ['PENNA', 'pa'],
      ['TENN', 'tn'],
      ['TEX', 'tx'],
      ['WASH', 'wa'],
      ['WISC', 'wi'],
      ['USVI', 'vi'],
      ['VIRGIN ISLANDS', 'vi'],
    ]),
)

/** Armed forces: no place of the country. */
export const militaryStates: ReadonlySet<string> = new Set(['AA', 'AE', 'AP'])

const LONGEST_NAME = 5

/** The state with which the words end, and how many words it takes. The longest name wins: `West Virginia`. */
export function stateAtEnd(
  words: readonly string[],
): { readonly state: string; readonly words: number } | undefined {
  for (let count = Math.min(LONGEST_NAME, words.length); count > 0; count--) {
    const state = byName.get(words.slice(-count).join(' '))
    if (state !== undefined) return { state, words: count }
  }
  return undefined
}
