import type { Log } from '../../runtime/log.ts'
import type { Upkeep } from '../../runtime/postgres/hourly-upkeep.ts'
import type { Database } from '../../runtime/postgres/postgres.ts'
import { TOMBSTONE_ROW_DAYS } from '../accounts/owned-rows.ts'
import { WIPED } from './lead-row.ts'

export type KeepDays = { readonly lead_confirm_days: number; readonly lead_keep_days: number }

/** An address may be asked again after one day. */
const ASKED_DAYS = 2
/** Notes of mails that were sent or refused, without recipients. */
const MAIL_DAYS = 30

/**
 * Wipes what is older than it may be. Opt-out links and counted days stay as long as tombstones. Returns the number of leads that were wiped or deleted.
 */
export async function sweepLeads(database: Database, keep: KeepDays, now: Date): Promise<number> {
  const older = (column: string, place: string) => `${column} < $1::timestamptz - ${place} * interval '1 day'`
  const waiting = await database.query(
    `DELETE FROM account.lead WHERE confirmed_at IS NULL AND ${older('consented_at', '$2')}`,
    [now, keep.lead_confirm_days],
  )
  const kept = await database.query(
    `WITH wiped AS (
       UPDATE account.lead SET ${WIPED} WHERE removed_at IS NULL AND ${older('consented_at', '$2')} RETURNING id
     ), mails AS (DELETE FROM account.mail m USING wiped WHERE m.lead_id = wiped.id)
     SELECT FROM wiped`,
    [now, keep.lead_keep_days],
  )
  await database.query(`DELETE FROM account.lead WHERE ${older('removed_at', '$2')}`, [
    now,
    TOMBSTONE_ROW_DAYS,
  ])
  await database.query(
    `DELETE FROM account.mail WHERE next_attempt_at IS NULL AND ${older('created_at', '$2')}`,
    [now, MAIL_DAYS],
  )
  await database.query(
    `DELETE FROM account.mail_recipient WHERE opted_out_at IS NULL AND ${older('asked_at', '$2')}`,
    [now, ASKED_DAYS],
  )
  await database.query(`DELETE FROM account.mail_link WHERE ${older('created_at', '$2')}`, [
    now,
    TOMBSTONE_ROW_DAYS,
  ])
  await database.query(`DELETE FROM account.widget_day WHERE ${older('day', '$2')}`, [
    now,
    TOMBSTONE_ROW_DAYS,
  ])
  return (waiting.rowCount ?? 0) + (kept.rowCount ?? 0)
}

export const leadUpkeep = (database: Database, keep: KeepDays, log: Log): Upkeep => ({
  failure: 'old leads were not wiped',
  async sweep(now) {
    const swept = await sweepLeads(database, keep, now)
    if (swept > 0) log.info({ leads: swept }, 'old leads were wiped')
  },
})
