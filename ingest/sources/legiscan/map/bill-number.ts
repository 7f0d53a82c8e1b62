import type { JurisdictionEntry } from '../../../../schemas/vocabulary/jurisdictions.ts'
import { billTypes } from '../fields/codes.ts'
import type { LegiscanSession } from '../fields/session.ts'

/** LegiScan numbers bills of Congress as if it were a state: its `HR1` is a resolution, H.R. 1 is `HB1`. */
const congress: Readonly<Record<string, string>> = {
  HB: 'HR',
  SB: 'S',
  HR: 'HRES',
  SR: 'SRES',
  HJR: 'HJRES',
  SJR: 'SJRES',
  HCR: 'HCONRES',
  SCR: 'SCONRES',
}

/** Places whose legislatures print a bill's type, but LegiScan only the chamber's letter. */
const untyped: ReadonlySet<string> = new Set(['fl', 'nc', 'ri'])

/**
 * Gives the number as the legislature prints it, so that the key of a bill is the same as in other sources. `type` is
 * the abbreviation of its type. null if the data set has none: then it counts as a bill.
 */
export function printedNumber(
  { abbreviation }: JurisdictionEntry,
  { year_start, is_special, special_number }: LegiscanSession,
  billNumber: string,
  type: string | null,
): string {
  const match = /^([A-Z]+) ?0*(\d+)(.*)$/u.exec(billNumber.trim())
  if (match === null) return billNumber.trim()
  const [, prefix, number, rest] = match
  if (abbreviation === 'us') return `${congress[prefix!] ?? prefix} ${number}${rest}`
  // Colorado prints the year, and the letter of a special session.
  if (abbreviation === 'co') {
    const letter = is_special ? String.fromCharCode('A'.charCodeAt(0) + special_number) : ''
    return `${prefix}${String(year_start % 100).padStart(2, '0')}${letter}-${number}${rest}`
  }
  if (untyped.has(abbreviation) && /^[HS]$/u.test(prefix!)) return `${prefix}${type ?? 'B'} ${number}${rest}`
  return billNumber.trim()
}

const byEnding: readonly (readonly [RegExp, string])[] = [
  [/CACR$/u, '5'],
  [/JRCA$/u, '5'],
  [/JM$/u, '12'],
  [/CM$/u, '16'],
  [/CR$/u, '3'],
  [/JR[A-Z]{0,2}$/u, '4'],
  [/CA$/u, '7'],
  [/R$/u, '2'],
  [/M$/u, '8'],
  [/(?:^|[HSAL])(?:B|F|P|D)$/u, '1'],
  [/^[HSA]$/u, '1'],
]

/** The CSV sets have no type, so it is read from the letters of the number. Gives nothing if they are unknown. */
export function classesOf(billTypeId: string | null, billNumber: string): readonly string[] {
  const reported = billTypeId === null ? undefined : billTypes[billTypeId]
  if (reported !== undefined) return reported.classes
  const prefix = /^[A-Z]+/u.exec(billNumber.trim())?.[0] ?? ''
  const found = byEnding.find(([ending]) => ending.test(prefix))?.[1]
  return found === undefined ? [] : billTypes[found]!.classes
}
