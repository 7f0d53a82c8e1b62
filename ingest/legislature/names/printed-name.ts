/** A name as a source printed it, and where it stood: the input of name matching. */
export type PrintedName = {
  readonly jurisdiction: string
  readonly session: string
  /** Empty if the source does not give a chamber. */
  readonly chamber: string
  readonly name: string
  /** A voter sits in that chamber; a sponsor of its bills may sit in the other one. */
  readonly is_voter: boolean
  /** Names are matched within a term. null if the date is invalid. */
  readonly seen_on: string | null
  readonly district: string | null
  readonly source_id: string | null
}
