import { lacksTable } from '../../read-schema/derived-tables.ts'

const TABLE = 'derive.bill_summary'

/** The same columns without rows. */
const NO_ROWS = `(
  SELECT NULL::bigint AS bill_id, NULL AS source_sha256, NULL AS text, NULL AS meta, NULL AS method WHERE false)`

/** A `FROM` item with the stored summaries of bills. */
export type StoredSummaries = typeof TABLE | typeof NO_ROWS

/**
 * Reads bills with the table of summaries. It is a cache that may be dropped: if it is not there, bills are read without
 * stored summaries.
 */
export async function withStoredSummaries<T>(read: (summaries: StoredSummaries) => Promise<T>): Promise<T> {
  try {
    return await read(TABLE)
  } catch (error) {
    if (!lacksTable(error, /derive\.bill_summary/u)) throw error
    return read(NO_ROWS)
  }
}
