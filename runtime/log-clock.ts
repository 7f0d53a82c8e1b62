/**
 * How `updated_at` is given, so that a reader of `updated_since` never misses a row.
 *
 * A relay that claims rows of a partition stamps each with
 *   at = greatest(database time, the partition's clock + 1 µs, the floor + 1 µs)
 * and moves the clock, in one transaction that holds LOG_FLOOR_LOCK *shared* and the partition's clock row. So stamps
 * grow within a partition, whoever relays it, and none is at or below the floor that was there when the claim began.
 *
 * A reader that wants to know how far everything is visible holds LOG_FLOOR_LOCK *exclusively*: no claim is under way
 * then, so each partition is either drained (nothing claimed, position at the end) or not. It raises the floor to
 * T = greatest(database time, floor + 1 µs): whatever is stamped later is above T. Its watermark is the least over
 * partitions of T where drained, and of the last projected `at` where not.
 *
 * Both must take the lock in a statement of its own before they read clock, floor or claims: under READ COMMITTED the
 * next statement then sees what the last holder committed.
 */
export const LOG_FLOOR_LOCK = 5_211_706_000_001

export const TAKE_FLOOR_SHARED = `SELECT pg_advisory_xact_lock_shared(${LOG_FLOOR_LOCK})`
export const TAKE_FLOOR_EXCLUSIVE = `SELECT pg_advisory_xact_lock(${LOG_FLOOR_LOCK})`

/** First key of the two-key advisory lock that leases a partition to one relay; the second is topic and partition. */
export const PARTITION_LEASE_CLASS = 521_170
/** First key of the shared lock that every relay holds: who counts them knows its fair share of the partitions. */
export const RELAY_PRESENCE_CLASS = 521_171
/**
 * First key of the lock between the people and the names of a jurisdiction (ingest/names/printed-names.ts). All two-key locks
 * stand here: they share one space, and a relay that counted another's locks as relays would give up partitions.
 */
export const NAMES_LOCK_CLASS = 521_172
/** First key of the lock between a jurisdiction's sessions and the bills that are told by what is known of them. */
export const SESSIONS_LOCK_CLASS = 521_173
/** First key of the shared lock of everything that tells events by ingest's state: a recovery of that state holds it alone. */
export const INGEST_PRESENCE_CLASS = 521_174
/** First key of the lock that every dispatcher of webhooks holds as long as it lives (webhooks/presence.ts). */
export const DISPATCHER_PRESENCE_CLASS = 521_175
