import { identifierKey } from '../../../projections/projectors/content/bill-content.ts'
import { findJurisdiction } from '../../../schemas/vocabulary/jurisdictions.ts'
import { numberStyles, spelledKinds } from './number-prefixes.ts'

/** A possible bill number: its key, in every place or in some. */
export type NumberReading = { readonly key: string; readonly jurisdictions?: readonly string[] }

const ABBREVIATED: Readonly<Record<string, string>> = {
  HOUSE: 'H',
  SENATE: 'S',
  ASSEMBLY: 'A',
  LEGISLATIVE: 'L',
  ENGROSSED: 'E',
  SUBSTITUTE: 'S',
  COMMITTEE: 'C',
  BILL: 'B',
  FILE: 'F',
  DOCUMENT: 'D',
  RESOLUTION: 'R',
  MEMORIAL: 'M',
  JOINT: 'J',
  CONCURRENT: 'C',
  FIRST: '1ST',
  SECOND: '2ND',
  THIRD: '3RD',
  FOURTH: '4TH',
}
const SPELLED = new RegExp(`\\b(?:${Object.keys(ABBREVIATED).join('|')})\\b`, 'g')
/** A chamber's letter and a kind of bill before the digits: `HB`, `SJR`, `LD`. */
const KIND = /^(?<kind>[HSAL](?:B|F|D|M|J?[RM]|C[RM]))(?<digits>\d+)$/

/**
 * Gives the possible meanings of a number: as printed on a bill, as on one of its versions (`2SHB 1217`, `HS
 * 1 for HB 111`), or written out (`Senate Bill 5167`). The first is the number itself.
 */
export function readingsOf(number: string): NumberReading[] {
  const readings: NumberReading[] = [{ key: identifierKey(number) }]
  const upper = number.normalize('NFKC').toUpperCase()
  const short = upper.replace(SPELLED, (word) => ABBREVIATED[word]!)
  const compact = short.replace(/\bNO(?:\.|(?=\s*\d))|#/g, '').replace(/[\s.,-]+/g, '')
  if (!/\d/.test(compact)) return readings
  if (short !== upper || compact !== upper.replace(/[\s.,-]+/g, '')) {
    const { kind, digits } = KIND.exec(compact)?.groups ?? {}
    if (kind !== undefined) {
      readings.push({ key: identifierKey(compact) })
      if (short !== upper) {
        for (const { spelled, printed, places } of spelledKinds) {
          if (spelled === kind) readings.push(readingIn(places, `${printed}${digits}`))
        }
      }
    }
  }
  for (const { places, pattern } of numberStyles) {
    const own = pattern.exec(compact)?.groups?.number
    if (own !== undefined) readings.push(readingIn(places, own))
  }
  return readings
}

const readingIn = (places: readonly string[], number: string): NumberReading => ({
  key: identifierKey(number),
  jurisdictions: places.map((place) => findJurisdiction(place)!.division_id),
})
