/** True at night, when minutes do not matter: `NIGHTLY=1 npm test -- <file>` makes rounds longer and logs larger. */
export const NIGHTLY = process.env.NIGHTLY === '1'
