type Dated = { readonly start_date: string | null; readonly end_date: string | null }

/** A role of a person, as the detail of a legislator has it. */
export type DatedRole = Dated & {
  readonly jurisdiction: string
  readonly chamber: 'upper' | 'lower' | 'legislature' | null
  readonly district: string | null
  readonly division_id: string | null
  readonly title: string | null
}

export type DatedName = Dated & { readonly name: string }

/**
 * Says if a role or name applies on a day, YYYY-MM-DD. Both ends are inclusive. A date that names only a year or month
 * counts from its first to its last day.
 */
export function appliesOn({ start_date, end_date }: Dated, day: string): boolean {
  const start = start_date?.slice(0, 10) ?? ''
  const end = end_date?.slice(0, 10) ?? ''
  return start <= day && (end === '' || end >= day.slice(0, end.length))
}

/** The party of a person on a day. If there are several, the one that is listed last. */
export const partyOn = (parties: readonly DatedName[], day: string): string | null =>
  parties.findLast((party) => appliesOn(party, day))?.name ?? null
