import type { Moment } from './postgres-proxy.ts'

/** Moments of the transaction that writes a batch of the log to the tables of a reader. */

/** The positions are read: partitions are assigned, nothing is fetched yet. */
export const readingPositions: Moment = ({ sql }) =>
  /^SELECT .* FROM control\.position p JOIN unnest/s.test(sql)

export const beginning: Moment = ({ sql }) => sql === 'BEGIN'

/** Old rows are deleted, new ones are being written. */
export const endingCopy: Moment = ({ sql }) => sql === 'end of copy'

/** All rows are written, the positions are not moved yet. */
export const movingPositions: Moment = ({ sql }) => /^UPDATE (control|webhook)\.position\b/.test(sql)

export const committing: Moment = ({ sql, since_begin }) =>
  sql === 'COMMIT' && since_begin.some((before) => movingPositions({ sql: before, since_begin: [] }))

/** The same moment of the n-th transaction that reaches it. */
export function nth(count: number, moment: Moment): Moment {
  let seen = 0
  return (passing) => moment(passing) && ++seen === count
}

/** The COMMIT of a transaction with such a statement. */
export function committingAfter(words: string): Moment {
  return ({ sql, since_begin }) => sql === 'COMMIT' && since_begin.some((before) => before.includes(words))
}

/** A relay has claimed and stamped rows. */
export const claiming = committingAfter('UPDATE ingest.outbox')

/** A relay deletes rows that the broker has. */
export const acking: Moment = ({ sql }) => sql.includes('DELETE FROM ingest.outbox')
