import { SECOND_MS, startOfNextDay } from '../../runtime/durations.ts'
import type { Queryable } from '../../runtime/postgres/postgres.ts'
import { problem } from '../http/problem.ts'

/** The day of a time, in UTC. */
export const dayOfCap = (now: Date): string => now.toISOString().slice(0, 10)

/**
 * Takes one lookup or sign-up of the day of a widget. False if its cap is reached; any number of servers never go over it
 * together.
 */
export async function takeOfDay(
  database: Queryable,
  widgetId: number,
  counted: 'lookups' | 'sign_ups',
  { day, cap }: { readonly day: string; readonly cap: number },
): Promise<boolean> {
  const { rowCount } = await database.query({
    name: `widget-take-${counted}-of-day`,
    text: `INSERT INTO account.widget_day AS d (widget_id, day, ${counted}) VALUES ($1, $2, 1)
      ON CONFLICT (widget_id, day) DO UPDATE SET ${counted} = d.${counted} + 1 WHERE d.${counted} < $3`,
    values: [widgetId, day, cap],
  })
  return rowCount === 1
}

/** Gives back a lookup that did not match or failed. */
export async function giveBackOfDay(database: Queryable, widgetId: number, day: string): Promise<void> {
  await database.query({
    name: 'widget-give-back-of-day',
    text: 'UPDATE account.widget_day SET lookups = lookups - 1 WHERE widget_id = $1 AND day = $2 AND lookups > 0',
    values: [widgetId, day],
  })
}

/** What a visitor reads if no lookup is left. It does not say whose limit it is: that is the business of the account. */
export const noLookupsNow = (retryAfter_s: number) =>
  problem(429, 'widget_lookup_cap', 'This site has used its lookups for now. Please try again tomorrow.', {
    headers: { 'retry-after': String(retryAfter_s) },
  })

/** Seconds until the next day, in UTC. */
export const restOfDay_s = (now: Date): number =>
  Math.ceil((startOfNextDay(now).getTime() - now.getTime()) / SECOND_MS)
