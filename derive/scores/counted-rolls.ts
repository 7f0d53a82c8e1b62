import type { ScorecardItem, ScorecardPolicies } from '../../schemas/event-bodies/scorecard.ts'

/** A roll call as far as scores need it. */
export type CountedRoll = {
  readonly id: number
  readonly ocd_id: string
  readonly bill_ocd_id: string | null
  readonly session: string
  readonly chamber: string | null
  readonly day: string | null
  /** As printed. */
  readonly identifier: string
  readonly classification: readonly string[]
  readonly is_vacated: boolean
}

/** Most roll calls of an item and a chamber that are averaged: the newest. Their shares of the weight stay small whole numbers. */
export const MOST_AVERAGED = 12

/**
 * Chooses among the roll calls that an item may mean. A vote that the chamber took back never counts, nor one in a
 * committee. In each chamber, `latest` and `final_passage` choose one.
 */
export function chooseRolls(
  item: Pick<ScorecardItem, 'vote_ocd_id' | 'roll_call' | 'chamber' | 'date'>,
  { vote_choice }: Pick<ScorecardPolicies, 'vote_choice'>,
  rolls: readonly CountedRoll[],
): CountedRoll[] {
  const fitting = rolls.filter(
    (roll) =>
      !roll.is_vacated &&
      roll.chamber !== null &&
      (item.vote_ocd_id === null || roll.ocd_id === item.vote_ocd_id) &&
      (item.chamber === null || roll.chamber === item.chamber) &&
      (item.date === null || roll.day === item.date) &&
      (item.roll_call === null || isNumbered(roll, item.roll_call)),
  )
  const sorted = fitting.toSorted(byAge)
  if (item.vote_ocd_id !== null || vote_choice === 'all') return sorted
  // A printed number names one roll call; if several have it, nobody knows which is meant.
  if (item.roll_call !== null) return sorted.length === 1 ? sorted : []
  const byChamber = (some: readonly CountedRoll[]) => [
    ...Map.groupBy(some, ({ chamber }) => chamber).values(),
  ]
  if (vote_choice === 'average') return byChamber(sorted).flatMap((own) => own.slice(-MOST_AVERAGED))
  const candidates =
    vote_choice === 'final_passage'
      ? sorted.filter(({ classification }) => classification.includes('passage'))
      : sorted
  return byChamber(candidates).map((own) => own.at(-1)!)
}

/** `078`, `#78` and `RCS# 78` are 78. */
function isNumbered({ identifier }: CountedRoll, printed: string): boolean {
  const number = numberOf(printed)
  return number !== null && numberOf(identifier) === number
}

function numberOf(text: string): string | null {
  return /0*(\d+)\s*$/u.exec(text)?.[1] ?? null
}

const byAge = (a: CountedRoll, b: CountedRoll): number =>
  (a.day ?? '') < (b.day ?? '') ? -1 : (a.day ?? '') > (b.day ?? '') ? 1 : a.id - b.id
