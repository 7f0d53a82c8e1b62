/** The facts that distinguish a bill from another bill with the same number. */
export type BillFacts = {
  readonly title: string | null
  readonly actions: readonly {
    readonly date: string
    readonly description: string
    readonly classification: readonly string[]
  }[]
}

/**
 * Says if two records of one source under one number can be one bill. They cannot if both title and day of
 * introduction differ and they share no action. A bill may be retitled, or its first day corrected, but then the rest
 * of its history stays.
 */
export function canBeOneBill(a: BillFacts, b: BillFacts): boolean {
  const titles = [a.title, b.title].map((title) => wordsOf(title ?? ''))
  const days = [introductionOf(a), introductionOf(b)]
  if (titles.includes('') || titles[0] === titles[1]) return true
  if (days.includes(undefined) || days[0] === days[1]) return true
  const ofA = new Set(a.actions.map(actionKey))
  return b.actions.some((action) => ofA.has(actionKey(action)))
}

const wordsOf = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

const actionKey = ({ date, description }: BillFacts['actions'][number]): string =>
  `${date.slice(0, 10)} ${wordsOf(description)}`

function introductionOf({ actions }: BillFacts): string | undefined {
  const introduced = actions.filter(({ classification }) => classification.includes('introduction'))
  return (introduced.length > 0 ? introduced : actions)
    .map(({ date }) => date.slice(0, 10))
    .toSorted()
    .at(0)
}

/** The facts that distinguish a person from another person with the same id. */
export type PersonFacts = {
  readonly birth_date: string | null
  readonly death_date: string | null
  readonly roles: readonly { readonly start_date: string | null }[]
}

const LONGEST_LIFE_YEARS = 110
/** Sources disagree by a few years about years of birth. */
const BIRTH_YEARS_APART = 20

/** Says if two records under one id can describe one person's life. */
export function canBeOnePerson(a: PersonFacts, b: PersonFacts): boolean {
  const births = [a.birth_date, b.birth_date].map(yearOf).filter((year) => year !== null)
  if (births.length === 2 && Math.abs(births[0]! - births[1]!) > BIRTH_YEARS_APART) return false
  const years = [...yearsOf(a), ...yearsOf(b)]
  return years.length === 0 || Math.max(...years) - Math.min(...years) <= LONGEST_LIFE_YEARS
}

/** Ends of terms are ignored: a seat without an end is printed to end in 2100. */
function yearsOf({ birth_date, death_date, roles }: PersonFacts): number[] {
  const days = [birth_date, death_date, ...roles.map(({ start_date }) => start_date)]
  return days.map(yearOf).filter((year) => year !== null)
}

function yearOf(day: string | null): number | null {
  const year = Number(day?.slice(0, 4))
  return day === null || day === '' || !Number.isInteger(year) ? null : year
}
