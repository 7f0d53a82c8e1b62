/** A name as a source printed it, where it was printed: what is matched to a person. */
export type PrintedName = {
  readonly jurisdiction: string
  readonly session: string
  /** Empty where no chamber is told. */
  readonly chamber: string
  readonly name: string
  /** A voter sits in that chamber; a sponsor of its bills may sit in the other one. */
  readonly is_voter: boolean
  /** Names are matched within a term: a date that is none is unknown. */
  readonly seen_on: string | null
  readonly district: string | null
  readonly source_id: string | null
}
