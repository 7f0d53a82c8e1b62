/** A legislature's own words for a number that no bill has yet. */
const RESERVED_TITLE =
  /^\W*(?:(?:bill )?(?:number )?reserved|placeholder|not used|blank bill)\b[^a-z]*(?:for .*)?$/iu

/** Numbers that are listed but stand for no bill, by postal code. */
const reservedNumbers: Readonly<Record<string, RegExp>> = {
  // The legislature's system keeps numbers from 9000 on for tests: HB 9050 of the 34th never was a bill.
  ak: /^[A-Z]+9\d{3}$/u,
}

/**
 * Whether a listing only keeps a number free: it says so, and nobody has put a name or a text to it. Such a number is no
 * bill until it has both; told as one it would be a bill without a title in every list.
 */
export function isReservedNumber(listed: {
  readonly abbreviation: string
  readonly normalized_identifier: string
  readonly title: string
  readonly sponsors: number
  readonly versions: number
}): boolean {
  const { abbreviation, normalized_identifier: normalizedIdentifier, title, sponsors, versions } = listed
  if (sponsors > 0 || versions > 0) return false
  if (title.trim() === '' || RESERVED_TITLE.test(title)) return true
  return reservedNumbers[abbreviation]?.test(normalizedIdentifier) ?? false
}
