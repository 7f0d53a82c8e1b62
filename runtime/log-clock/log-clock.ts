import { LOG_FLOOR_LOCK } from '../postgres/advisory-locks.ts'

/**
 * How `updated_at` is assigned, so that a reader of `updated_since` never misses a row. A relay that claims
 * rows of a partition stamps each with at = greatest(database time, the partition's clock + 1 µs, the floor +
 * 1 µs) and moves the clock. It does so in one transaction that holds LOG_FLOOR_LOCK *shared* and the
 * partition's clock row. So stamps grow within a partition, whichever relay has it, and each is above the
 * floor at the start of the claim. A reader that needs the time up to which everything is visible holds
 * LOG_FLOOR_LOCK *exclusively*. No claim is under way then, so each partition is either drained (nothing
 * claimed, position at the end) or not. It raises the floor to T = greatest(database time, floor + 1 µs):
 * every later stamp is above T. Its watermark is the minimum over all partitions: T if the partition is
 * drained, otherwise its last projected `at`. Both must take the lock in a separate statement before they
 * read clock, floor or claims. Under READ COMMITTED the next statement then sees the commits of the last
 * holder.
 */
export const LOCK_FLOOR_SHARED = `SELECT pg_advisory_xact_lock_shared(${LOG_FLOOR_LOCK})`
export const LOCK_FLOOR_EXCLUSIVE = `SELECT pg_advisory_xact_lock(${LOG_FLOOR_LOCK})`
