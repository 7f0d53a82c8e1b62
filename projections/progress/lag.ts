/**
 * SQL: since when the oldest event that is not projected has been in the log, at most. It came after the last one that is
 * (`read_at`, by Kafka's time), and after the log had more than the live read schema for the first time
 * (`waiting_since`, by the database's). The time of the log, in which clocks may have jumped, plays no part.
 * `p` is control.position, `c` control.partition_clock.
 */
export const OLDEST_AT = 'greatest(p.read_at, c.waiting_since)'

/** SQL: seconds from a time until now; 0 if it is not known. */
export const secondsSince = (at: string): string =>
  `CASE WHEN isfinite(${at}) THEN greatest(round(extract(epoch FROM clock_timestamp() - ${at}), 3), 0) ELSE 0 END`
