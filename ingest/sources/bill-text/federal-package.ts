import { normalizeIdentifier } from '../../identity/bill-identifiers.ts'
import { billKey } from '../../identity/identity-keys.ts'
import { CONGRESS } from '../congress/congress-numbers.ts'
import { versionName } from './version-codes.ts'

/** A text of Congress as GovInfo calls it: `BILLS-119hr1eh`, `PLAW-119publ21`. */
export type FederalBill = { readonly congress: string; readonly type: string; readonly number: string }
export type FederalVersion = FederalBill & { readonly code: string }

const TYPES = 'hr|s|hjres|sjres|hconres|sconres|hres|sres'
const BILLS = new RegExp(`(?:^|[^a-z])BILLS-(\\d{1,3})(${TYPES})(\\d+)([a-z]+\\d*)(?![a-z0-9])`, 'iu')
const LAW = /(?:^|[^a-z])PLAW-(\d{1,3})(publ|pvtl)(\d+)(?![a-z0-9])/iu

/** From a file name or an address. */
export function federalVersionIn(name: string): FederalVersion | null {
  const match = BILLS.exec(name)
  if (match === null) return null
  const [, congress = '', type = '', number = '', code = ''] = match
  return { congress: String(Number(congress)), type: type.toLowerCase(), number, code: code.toLowerCase() }
}

export type Law = { readonly congress: string; readonly kind: string; readonly number: string }

export function lawIn(name: string): Law | null {
  const match = LAW.exec(name)
  if (match === null) return null
  const [, congress = '', kind = '', number = ''] = match
  return { congress: String(Number(congress)), kind: kind.toLowerCase(), number }
}

export const packageOf = ({ congress, type, number, code }: FederalVersion): string =>
  `BILLS-${congress}${type}${number}${code}`
export const lawPackage = ({ congress, kind, number }: Law): string => `PLAW-${congress}${kind}${number}`

export function federalBill({ congress, type, number }: FederalBill): { key: string; jurisdiction: string } {
  const { division_id } = CONGRESS
  const normalized = normalizeIdentifier(division_id, `${type.toUpperCase()} ${number}`)
  return { key: billKey(division_id, congress, normalized), jurisdiction: division_id }
}

/** Gives the address of a package in a format at GovInfo. */
export function packageAddress(name: string, format: 'xml' | 'uslm'): string {
  return `https://www.govinfo.gov/content/pkg/${name}/${format}/${name}.xml`
}

/** The name in BILLSTATUS. An unknown code is its own name. */
export function noteOf(code: string): string {
  return versionName(code) ?? code.toUpperCase()
}
