/** Deleted items of the collections of an account are shown to readers of changes for this time. */
export const TOMBSTONE_DAYS = 400
