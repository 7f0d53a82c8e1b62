/** A way in which a place writes the state of a bill into its number. */
export type NumberStyle = {
  /** Postal codes. */
  readonly places: readonly string[]
  /** Matches a number in capitals without spaces and dots. The group `number` is the number of the bill itself. */
  readonly pattern: RegExp
}

const own = (kinds: string): string => `(?<number>(?:${kinds})\\d+)`
const NTH = '(?:\\d(?:ND|RD|TH)?)?'
const KINDS = 'HB|SB|HJR|SJR|HCR|SCR|HJM|SJM|HR|SR'

/**
 * Spellings with text before or after a bill's number. The comments say how often they occur in a place's
 * real data. A number is read this way only in those places: Iowa's `SSB 3018` is a separate bill, not a
 * substitute.
 */
export const numberStyles: readonly NumberStyle[] = [
  // Washington: 1,057 versions "Substitute Bill", 190 "Engrossed Substitute Bill", 62 "Engrossed Second Substitute Bill".
  { places: ['wa'], pattern: new RegExp(`^(?:${NTH}E(?:${NTH}S)?|${NTH}S)${own(KINDS)}$`) },
  // Alaska: 525 "CSHB 1(STA)", 119 "SCS CSHB 23(FIN)", 81 "HCS CSSB 6(EDC)", 51 "SSSB 46", 50 "CCS HB 53".
  {
    places: ['ak'],
    pattern: new RegExp(
      `^(?:[HS]?CS|CCS|SS)(?:CS)?(?:SS)?${own('HB|SB|HJR|SJR|HCR|SCR|HR|SR')}(?:\\(.*)?(?:AM.*)?$`,
    ),
  },
  // Delaware: 63 "HS 1", 11 "HS 1 for HB 203", 34 "Substitute No. 1"; documents "HA 1 to HB 111".
  { places: ['de'], pattern: new RegExp(`^(?:[HS]?S(?:UB)?)(?:NO)?\\d+(?:FOR|TO)${own(KINDS)}(?:W.*)?$`) },
  { places: ['de'], pattern: new RegExp(`^${own(KINDS)}(?:W/|WITH|ASAMENDEDBY)[HS]A.*$`) },
  // Kansas: 26 "S Sub for", 20 "Substitute for HB 2396", 10 "Senate Substitute for HB".
  { places: ['ks'], pattern: new RegExp(`^[HS]?S(?:UB)?FOR(?:S(?:UB)?FOR)?${own(KINDS)}$`) },
  // Utah: 1,286 "Substitute #1", 1,753 documents "HB0005S01".
  { places: ['ut'], pattern: new RegExp(`^\\d(?:ST|ND|RD|TH)S(?:UB)?${own(KINDS)}$`) },
  { places: ['ut'], pattern: new RegExp(`^${own(KINDS)}(?:S\\d{1,2}|S(?:UB)?(?:NO)?\\d{1,2})$`) },
  // Missouri and Texas print these, but their stored data name no substitute.
  { places: ['mo'], pattern: new RegExp(`^(?:(?:[HSC]CS|SS|HS)(?:NO)?\\d?)+${own(KINDS)}$`) },
  { places: ['tx'], pattern: new RegExp(`^CS${own('HB|SB|HJR|SJR|HCR|SCR')}$`) },
]

/** Places that abbreviate a written-out kind in another way: `House Bill 12` is `H 12` in Idaho and `HR 12` in Congress. */
export const spelledKinds: readonly {
  readonly spelled: string
  readonly printed: string
  readonly places: readonly string[]
}[] = [
  { spelled: 'HB', printed: 'H', places: ['id', 'vt', 'ma', 'ri', 'sc'] },
  { spelled: 'SB', printed: 'S', places: ['id', 'vt', 'ma', 'ri', 'sc', 'ny', 'nj', 'us'] },
  { spelled: 'AB', printed: 'A', places: ['ny', 'nj'] },
  { spelled: 'HB', printed: 'HR', places: ['us'] },
  { spelled: 'HR', printed: 'HRES', places: ['us'] },
  { spelled: 'SR', printed: 'SRES', places: ['us'] },
  { spelled: 'HJR', printed: 'HJRES', places: ['us'] },
  { spelled: 'SJR', printed: 'SJRES', places: ['us'] },
  { spelled: 'HCR', printed: 'HCONRES', places: ['us'] },
  { spelled: 'SCR', printed: 'SCONRES', places: ['us'] },
]
