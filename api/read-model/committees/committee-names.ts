import { committeeKey, referralKey } from '../../../projections/projectors/content/committee-key.ts'

export type CommitteeName = {
  readonly id: number
  readonly ocd_id: string
  readonly name: string
  readonly classification: string
  readonly chamber: string | null
  /** The name in the form of committeeKey. */
  readonly key: string
}

/**
 * Finds the committee of the acting chamber or, if it has none of that name, the only committee of that name.
 * If several match, none is chosen.
 */
export function matchCommittee(
  name: string,
  committees: readonly CommitteeName[],
  chamber: string | null,
): CommitteeName | undefined {
  const key = committeeKey(name)
  const candidates = committees.filter((committee) => committee.key === key)
  const own = candidates.filter((candidate) => candidate.chamber === chamber)
  const fitting = own.length > 0 ? own : candidates
  const whole = fitting.filter(({ classification }) => classification === 'committee')
  const chosen = whole.length > 0 ? whole : fitting
  return chosen.length === 1 ? chosen[0] : undefined
}

/**
 * Finds the committees whose whole names are in a text: those of the acting chamber and joint ones, never of
 * the other chamber. A name within a longer one (`Education` in `Higher Education`) or one that several have
 * does not count.
 */
export function committeesIn(
  text: string,
  committees: readonly CommitteeName[],
  chamber: string | null,
): CommitteeName[] {
  const words = ` ${referralKey(text)} `
  const keys = new Set<string>()
  for (const committee of committees) {
    const isOther = chamber !== null && (committee.chamber === 'upper' || committee.chamber === 'lower')
    if (isOther && committee.chamber !== chamber) continue
    if (committee.key !== '' && words.includes(` ${committee.key} `)) keys.add(committee.key)
  }
  return keysIn(words, keys)
    .map((key) => matchCommittee(key, committees, chamber))
    .filter((committee) => committee !== undefined)
}

/**
 * Matches the longest names first and uses each place of the text once. The result is in the order of the
 * text.
 */
function keysIn(words: string, keys: ReadonlySet<string>): string[] {
  const places: { at: number; key: string }[] = []
  let rest = words
  for (const key of [...keys].sort((a, b) => b.length - a.length)) {
    const at = rest.indexOf(` ${key} `)
    if (at < 0) continue
    places.push({ at, key })
    rest = `${rest.slice(0, at + 1)}${'\0'.repeat(key.length)}${rest.slice(at + 1 + key.length)}`
  }
  return places.sort((a, b) => a.at - b.at).map(({ key }) => key)
}
