/**
 * The legislature or year into which a bill is carried over, by its words. Without such words it is the next
 * year's session.
 */
export type CarryOver = {
  readonly year: number | null
  /** The number of the legislature in which the bill stays alive: `of the 132nd Legislature`. */
  readonly legislature: number | null
}

export type SessionEnd = {
  readonly closed_on: string
  /** Its identifier; null if it is not known. */
  readonly session: string | null
}

/** The bill came over from an earlier session and keeps its status in the new one. */
export const CARRIED_FROM =
  /carry-?over (?:bill|resolution)|retained in (?:its |their )?present status|carried over from (?:the )?previous/iu
/** The bill is carried over into a later session. */
export const CARRIED_INTO =
  /^retained in committee|carried over\b.*\bto (?:the |any )?(?:next\b|20\d\d\b|(?:special|regular)(?: or (?:special|regular))? session)/iu

const YEAR = /\bto (?:the )?(20\d\d)\b/iu
const LEGISLATURE = /\b(\d{1,3})(?:st|nd|rd|th) (?:legislature|general assembly|general court|council)\b/iu
const COUNTED = /^(\d{1,3})(?:st|nd|rd|th)?$/u
const FURTHEST_YEARS = 2

/** Reads an action that says that a bill is carried over. */
export function carryOverOf(text: string): CarryOver {
  return { year: numberIn(YEAR, text), legislature: numberIn(LEGISLATURE, text) }
}

/**
 * Says whether a carried-over bill ends with this session: the one it was carried into, or a later one. `on`
 * is the day of the carry-over.
 *
 * Bills are carried over from the first year of a legislature's term to its second, and never beyond it: from
 * the odd to the even year in 25 states, from the even to the odd one in New Jersey and Virginia, nowhere
 * else (National Conference of State Legislatures, "To Carry Over or Not"). So a bill is carried into next
 * year's session, even if that is days away. A session that ends in the same year is the one that the bill
 * came from. If the words name a later year or a legislature, the bill lives until then.
 */
export function endsCarriedOver(on: string, into: CarryOver, { closed_on, session }: SessionEnd): boolean {
  if (into.legislature !== null && into.legislature === numberIn(COUNTED, session ?? '')) return true
  const next = yearOf(on) + 1
  const named = into.year !== null && into.year < next + FURTHEST_YEARS ? into.year : next
  return yearOf(closed_on) >= Math.max(next, named)
}

const yearOf = (day: string): number => Number(day.slice(0, 4))

function numberIn(pattern: RegExp, text: string): number | null {
  const found = pattern.exec(text)?.[1]
  return found === undefined ? null : Number(found)
}
