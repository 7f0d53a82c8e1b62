import type { Moment } from './postgres-proxy.ts'

/** Moments of the transaction in which a reader of the log brings a batch into its tables. */

/** The positions are asked for: partitions are ours, nothing was fetched for them. */
export const readingPositions: Moment = ({ sql }) =>
  /^SELECT .* FROM control\.position p JOIN unnest/s.test(sql)

export const beginning: Moment = ({ sql }) => sql === 'BEGIN'

/** Old rows are deleted, the new ones are on their way. */
export const endingCopy: Moment = ({ sql }) => sql === 'end of copy'

/** All rows are written, the positions still stand where they stood. */
export const movingPositions: Moment = ({ sql }) => /^UPDATE (control|webhook)\.position\b/.test(sql)

export const committing: Moment = ({ sql, since_begin }) =>
  sql === 'COMMIT' && since_begin.some((before) => movingPositions({ sql: before, since_begin: [] }))

/** The same moment of the n-th transaction that comes to it. */
export function nth(count: number, moment: Moment): Moment {
  let seen = 0
  return (passing) => moment(passing) && ++seen === count
}

/** The COMMIT of a transaction that has done such a statement. */
export function committingAfter(words: string): Moment {
  return ({ sql, since_begin }) => sql === 'COMMIT' && since_begin.some((before) => before.includes(words))
}

/** A relay has stamped rows as its own. */
export const claiming = committingAfter('UPDATE ingest.outbox')

/** A relay forgets what the broker has. */
export const acking: Moment = ({ sql }) => sql.includes('DELETE FROM ingest.outbox')
