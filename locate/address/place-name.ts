import { directions } from './directions.ts'
import { readSegments } from './words.ts'

/** Words that maps and people spell in two ways at the beginning of a name: `Saint Paul`, `Ft. Worth`, `N Las Vegas`. */
const FIRST: ReadonlyMap<string, string> = new Map([
  ['SAINT', 'ST'],
  ['SAINTE', 'STE'],
  ['MOUNT', 'MT'],
  ['FORT', 'FT'],
  ['PORT', 'PT'],
])
const LAST: ReadonlyMap<string, string> = new Map([
  ['HTS', 'HEIGHTS'],
  ['SPGS', 'SPRINGS'],
  ['VLG', 'VILLAGE'],
  ['TWP', 'TOWNSHIP'],
  ['JCT', 'JUNCTION'],
])

/** The one spelling of a place by which maps and addresses are compared. */
export function placeKeyOf(name: string): string {
  const words = readSegments(name.replace(/['’.]/gu, '').replace(/-/gu, ' ')).flat()
  if (words.length < 2) return words.join(' ')
  const [first, last] = [words[0]!, words.at(-1)!]
  const begin = directions.get(first) ?? FIRST.get(first) ?? first
  return [begin, ...words.slice(1, -1), LAST.get(last) ?? last].join(' ')
}
