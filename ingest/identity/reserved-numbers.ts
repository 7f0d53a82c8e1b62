/** A legislature's own words for a number that has no bill yet. */
const RESERVED_TITLE =
  /^\W*(?:(?:bill )?(?:number )?reserved|placeholder|not used|blank bill)\b[^a-z]*(?:for .*)?$/iu

/** Numbers that are listed but belong to no bill, by postal code. */
const reservedNumbers: Readonly<Record<string, RegExp>> = {
  // The legislature's system reserves numbers from 9000 for tests: HB 9050 of the 34th was never a bill.
  ak: /^[A-Z]+9\d{3}$/u,
}

/**
 * Says if a listing only reserves a number: it says so, and it has no sponsor and no text. Such a number becomes a
 * bill only when it has both. If it were emitted earlier, every list would show a bill without a title.
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
