/**
 * All numbers of our advisory locks in Postgres. Locks with one key share a number space in a database, and so do locks
 * with two. If two locks had one number, one would wait for the other, and relays would count locks that are not relays
 * and give up partitions. Locks of named things, such as an account's endpoints, use the hash of their kind and name.
 */

/**
 * Claims hold it shared; the process that moves the watermark holds it exclusively:
 * runtime/log-clock/log-clock.ts.
 */
export const LOG_FLOOR_LOCK = 5_211_706_000_001
/** Migrations are applied by one process at a time. */
export const MIGRATION_LOCK = 5_211_706_000_002
/** No other process adds or removes read schemas, or makes another one live. */
export const READ_SCHEMA_LOCK = 5_211_706_000_003
/** Read schemas are dropped by one process at a time. */
export const DROP_LOCK = 5_211_706_000_004
/** One rebuild, swap or rollback at a time. */
export const REBUILD_LOCK = 5_211_706_000_005
/** One process at a time looks for new texts of bills. */
export const SEARCH_LOCK = 5_211_706_000_006
/** One process at a time loads what the address lookup reads. */
export const GEO_LOCK = 5_211_706_000_007
/** One process at a time derives results from the texts of bills. */
export const DERIVE_LOCK = 5_211_706_000_008
/** One process at a time turns requests for derivations into events. */
export const DERIVATIONS_LOCK = 5_211_706_000_009
/** One process at a time turns published scorecards of accounts into events. */
export const SCORECARDS_LOCK = 5_211_706_000_072
/** One process at a time makes the lists of similar bills. */
export const SIMILAR_LOCK = 5_211_706_000_071
/** One process at a time sums up what organizations did. */
export const ORGANIZATION_ACTIVITY_LOCK = 5_211_706_000_073
/** One dispatcher at a time looks for deliveries that are due. */
export const SWEEP_LOCK = 5_211_706_000_011
/** Webhook events get their ids in the order in which they are committed. */
export const EVENTS_LOCK = 5_211_706_000_021
/** No dispatcher starts a partition while endpoints are created, filters changed or bills followed. */
export const POSITIONS_LOCK = 5_211_706_000_031
/** One dispatcher at a time purges old webhooks. */
export const PURGE_LOCK = 5_211_706_000_041
/** One batch with merges of bills at a time. */
export const MERGES_LOCK = 5_211_706_000_051
/** The reader of alerts starts no partition while subscriptions are created. */
export const ALERT_POSITIONS_LOCK = 5_211_706_000_081
/** One process at a time reports events that waited until the read model showed them. */
export const ALERT_RELEASE_LOCK = 5_211_706_000_082
/** One batch of alerts with merges of bills at a time. */
export const ALERT_MERGES_LOCK = 5_211_706_000_083
/** One dispatcher at a time fans out events that waited until the read model showed them. */
export const RELEASE_LOCK = 5_211_706_000_061

/** First key of the two-key advisory lock that leases a partition to one relay; the second is topic and partition. */
export const PARTITION_LEASE_CLASS = 521_170
/** First key of the shared lock that every relay holds: a relay counts them to know its share of the partitions. */
export const RELAY_PRESENCE_CLASS = 521_171
/** First key of the lock between the people and the names of a jurisdiction (ingest/state/printed-names.ts). */
export const NAMES_LOCK_CLASS = 521_172
/** First key of the lock between a jurisdiction's sessions and the bills that are decided from them. */
export const SESSIONS_LOCK_CLASS = 521_173
/**
 * First key of the shared lock of every process that emits events from ingest's state. A recovery of that
 * state holds it exclusively.
 */
export const INGEST_PRESENCE_CLASS = 521_174
/**
 * First key of the lock that every webhook dispatcher holds while it runs (webhooks/delivery/presence.ts).
 */
export const DISPATCHER_PRESENCE_CLASS = 521_175

/** SQL for the locks of a class (its first key is `parameter`) that sessions of this database have. */
export const locksOfClass = (parameter: string): string =>
  `pg_locks WHERE locktype = 'advisory' AND granted AND classid = ${parameter} AND objsubid = 2
     AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`
