/** A role as far as scores need it. */
export type Seat = {
  readonly jurisdiction: string
  readonly chamber: string | null
  readonly start_date: string | null
  readonly end_date: string | null
}

/**
 * `seated`: the person sat in that chamber on that day. `unknown`: a role does not say when it began. The last day of a
 * role counts, so that a role that ends when the next one begins is one person on that day, not two.
 */
export type Seating = 'seated' | 'not_seated' | 'unknown'

export function seatingOn(
  seats: readonly Seat[],
  where: { readonly jurisdiction: string; readonly chamber: string },
  day: string | null,
): Seating {
  const own = seats.filter(
    ({ jurisdiction, chamber }) => jurisdiction === where.jurisdiction && chamber === where.chamber,
  )
  if (own.length === 0) return 'not_seated'
  if (day === null) return 'unknown'
  const open = own.filter(({ end_date }) => end_date === null || day <= end_date.slice(0, 10))
  const begun = open.filter(({ start_date }) => start_date !== null && start_date.slice(0, 10) <= day)
  if (begun.length > 0) return 'seated'
  return open.some(({ start_date }) => start_date === null) ? 'unknown' : 'not_seated'
}

/** The person sat in that chamber on a day between two. */
export function seatedBetween(
  seats: readonly Seat[],
  where: { readonly jurisdiction: string; readonly chamber: string | null },
  [from, until]: readonly [from: string | null, until: string | null],
): Seating {
  const own = seats.filter(
    ({ jurisdiction, chamber }) =>
      jurisdiction === where.jurisdiction &&
      (where.chamber === null ? chamber !== null : chamber === where.chamber),
  )
  if (own.length === 0) return 'not_seated'
  if (from === null) return 'unknown'
  const last = until ?? from
  const overlapping = own.filter(({ end_date }) => end_date === null || end_date.slice(0, 10) >= from)
  const begun = overlapping.filter(({ start_date }) => start_date !== null && start_date.slice(0, 10) <= last)
  if (begun.length > 0) return 'seated'
  return overlapping.some(({ start_date }) => start_date === null) ? 'unknown' : 'not_seated'
}
