/** The most years that a related day may differ from a known day. */
export type Reach = { readonly years_before: number; readonly years_after: number }

/**
 * Says if a day can belong to an entity that has `known_day`. Typing errors are centuries away (`0011-12-01`,
 * `3013-02-01`).
 */
export function isWithinReach(day: string, knownDay: string, { years_before, years_after }: Reach): boolean {
  const shifted = (years: number) =>
    `${String(Number(knownDay.slice(0, 4)) + years).padStart(4, '0')}${knownDay.slice(4, 10)}`
  return day.slice(0, 10) >= shifted(-years_before) && day.slice(0, 10) <= shifted(years_after)
}
