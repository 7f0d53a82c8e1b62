import type { Queryable } from '../../runtime/postgres/postgres.ts'
import { problem } from '../http/problem.ts'

/** The day of a time, in UTC. */
export const dayOfCap = (now: Date): string => now.toISOString().slice(0, 10)

/** Takes one lookup of the day of a widget. False if its cap is reached; any number of servers never go over it together. */
export async function takeOfDay(
  database: Queryable,
  widgetId: number,
  { day, cap }: { readonly day: string; readonly cap: number },
): Promise<boolean> {
  const { rowCount } = await database.query({
    name: 'widget-take-of-day',
    text: `INSERT INTO account.widget_day AS d (widget_id, day, lookups) VALUES ($1, $2, 1)
      ON CONFLICT (widget_id, day) DO UPDATE SET lookups = d.lookups + 1 WHERE d.lookups < $3`,
    values: [widgetId, day, cap],
  })
  return rowCount === 1
}

/** Takes one sign-up of the day of a widget. False if its limit is reached. */
export async function takeSignUp(
  database: Queryable,
  widgetId: number,
  { day, cap }: { readonly day: string; readonly cap: number },
): Promise<boolean> {
  const { rowCount } = await database.query(
    `INSERT INTO account.widget_day AS d (widget_id, day, sign_ups) VALUES ($1, $2, 1)
     ON CONFLICT (widget_id, day) DO UPDATE SET sign_ups = d.sign_ups + 1 WHERE d.sign_ups < $3`,
    [widgetId, day, cap],
  )
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
  Math.ceil((Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1) - now.getTime()) / 1_000)
