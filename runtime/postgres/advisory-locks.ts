/**
 * Every number that an advisory lock of Postgres is taken by. Those of one key share a space in a database, and so do those
 * of two: whoever took another's number would wait for it, and a relay that counted another's locks as relays would give up
 * partitions. Locks of what has a name, such as an account's endpoints, are the hash of their kind and name.
 */

/** Claims hold it shared, who moves the watermark alone: runtime/log-clock/log-clock.ts. */
export const LOG_FLOOR_LOCK = 5_211_706_000_001
/** Migrations are applied by one process at a time. */
export const MIGRATION_LOCK = 5_211_706_000_002
/** Which read schemas there are, and which is live, stays as it is. */
export const READ_SCHEMA_LOCK = 5_211_706_000_003
/** Read schemas are dropped by one process at a time. */
export const DROP_LOCK = 5_211_706_000_004
/** One rebuild, swap or rollback at a time. */
export const REBUILD_LOCK = 5_211_706_000_005
/** New texts of bills are looked for by one process at a time. */
export const SEARCH_LOCK = 5_211_706_000_006
/** What is due is looked for by one dispatcher at a time. */
export const SWEEP_LOCK = 5_211_706_000_011
/** Webhook events get their ids in the order in which they are committed. */
export const EVENTS_LOCK = 5_211_706_000_021
/** No partition is begun while endpoints are made, filters changed and bills followed. */
export const POSITIONS_LOCK = 5_211_706_000_031
/** Old webhooks are let go by one dispatcher at a time. */
export const PURGE_LOCK = 5_211_706_000_041
/** One batch with merges of bills at a time. */
export const MERGES_LOCK = 5_211_706_000_051
/** What was held until the read model shows it is fanned out by one dispatcher at a time. */
export const RELEASE_LOCK = 5_211_706_000_061

/** First key of the two-key advisory lock that leases a partition to one relay; the second is topic and partition. */
export const PARTITION_LEASE_CLASS = 521_170
/** First key of the shared lock that every relay holds: who counts them knows its fair share of the partitions. */
export const RELAY_PRESENCE_CLASS = 521_171
/** First key of the lock between the people and the names of a jurisdiction (ingest/state/printed-names.ts). */
export const NAMES_LOCK_CLASS = 521_172
/** First key of the lock between a jurisdiction's sessions and the bills that are told by what is known of them. */
export const SESSIONS_LOCK_CLASS = 521_173
/** First key of the shared lock of everything that tells events by ingest's state: a recovery of that state holds it alone. */
export const INGEST_PRESENCE_CLASS = 521_174
/** First key of the lock that every dispatcher of webhooks holds as long as it lives (webhooks/delivery/presence.ts). */
export const DISPATCHER_PRESENCE_CLASS = 521_175
