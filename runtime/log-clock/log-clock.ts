import { LOG_FLOOR_LOCK } from '../postgres/advisory-locks.ts'

/**
 * How `updated_at` is assigned, so that a reader of `updated_since` never misses a row. A relay that claims rows of a
 * partition stamps each with at = greatest(database time, the partition's clock + 1 µs, the floor + 1 µs) and moves the
 * clock, in one transaction that holds LOG_FLOOR_LOCK *shared* and the partition's clock row. So stamps grow within a
 * partition, whichever relay has it, and none is at or below the floor that was there when the claim began. A reader
 * that needs to know up to which time everything is visible holds LOG_FLOOR_LOCK *exclusively*: no claim is under way
 * then, so each partition is either drained (nothing claimed, position at the end) or not. It raises the floor to T =
 * greatest(database time, floor + 1 µs): every later stamp is above T. Its watermark is the minimum over all
 * partitions: T if the partition is drained, else its last projected `at`. Both must take the lock in a statement of
 * its own before they read clock, floor or claims: under READ COMMITTED the next statement then sees what the last
 * holder committed.
 */
export const LOCK_FLOOR_SHARED = `SELECT pg_advisory_xact_lock_shared(${LOG_FLOOR_LOCK})`
export const LOCK_FLOOR_EXCLUSIVE = `SELECT pg_advisory_xact_lock(${LOG_FLOOR_LOCK})`
