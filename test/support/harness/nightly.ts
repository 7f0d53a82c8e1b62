/**
 * True in the nightly run, which may take long: `NIGHTLY=1 npm test -- <file>` makes rounds longer and logs larger.
 */
export const NIGHTLY = process.env.NIGHTLY === '1'
