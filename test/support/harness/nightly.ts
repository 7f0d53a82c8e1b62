/**
 * True in the nightly run, which may take long: `NIGHTLY=1 npm test -- <file>` makes rounds longer and logs larger.
 */
export const NIGHTLY = process.env.NIGHTLY === '1'

/** Every nth row of a table of cases, and all of them in the nightly run. */
export const everyNth = <const T>(nth: number, rows: readonly T[]): readonly T[] =>
  NIGHTLY ? rows : rows.filter((_, index) => index % nth === 0)
