import type { Person, Role } from '../../../schemas/event-bodies/reference.ts'
import { addDays } from '../../dates/wall-clock.ts'
import type { Legislator, NamedLegislator } from './named-legislator.ts'
import { isNickname } from './nicknames.ts'
import { foldWords, type ReadName, readName } from './person-name.ts'
import type { PrintedName } from './printed-name.ts'

export type NameMatched = {
  readonly legislator: Legislator | null
  /** 1 if matched, 0 if no person fits, more if ambiguous. */
  readonly candidates: number
}

/**
 * Finds the person behind a printed name among those who sat in that chamber on that day. The strongest
 * reading of the name that fits any person decides. If several fit equally well, the district decides;
 * otherwise the name stays unmatched. If no member of the chamber fits a sponsor, the other chamber is
 * searched.
 */
export function matchName(name: PrintedName, people: readonly NamedLegislator[]): NameMatched {
  const read = readName(name.name)
  const matched = matchAmong(name, read, people, READINGS)
  if (matched.legislator !== null) return succeededBy(matched.legislator, name, read, people) ?? matched
  if (matched.candidates > 0) return matched
  const otherChamber =
    name.is_voter || name.chamber === ''
      ? matched
      : matchAmong({ ...name, chamber: '' }, read, people, READINGS)
  if (otherChamber.candidates > 0 || read.halves === null || isFamilyName(read, people)) return otherChamber
  return matchAmong(name, read, people, [bearsHalf])
}

/** Time for which a name means one person: the longest sessions take two years. */
const SESSION_DAYS = 730

/**
 * A name is matched once a session. If a successor with the same printed name takes the seat during that
 * time, their votes cannot be distinguished, so the name is ambiguous.
 */
function succeededBy(
  legislator: Legislator,
  name: PrintedName,
  read: ReadName,
  people: readonly NamedLegislator[],
): NameMatched | null {
  if (name.seen_on === null || !name.is_voter) return null
  const until = addDays(name.seen_on, SESSION_DAYS)
  const ends = rolesOf(legislator.person, name).map(({ end_date }) => end_date ?? '9999')
  const leftOn = ends.toSorted().at(-1) ?? '9999'
  if (leftOn > until) return null
  const others = people.filter((one) => one.legislator.entity_id !== legislator.entity_id)
  const next = others.filter((one) =>
    one.legislator.person.roles.some(
      ({ jurisdiction, start_date: begun_on }) =>
        jurisdiction === name.jurisdiction &&
        begun_on !== null &&
        begun_on >= leftOn &&
        begun_on <= until &&
        matchAmong({ ...name, seen_on: begun_on }, read, [one], READINGS).candidates > 0,
    ),
  )
  return next.length === 0 ? null : { legislator: null, candidates: 1 + next.length }
}

function matchAmong(
  name: PrintedName,
  read: ReadName,
  people: readonly NamedLegislator[],
  readings: readonly Reading[],
): NameMatched {
  const isPresent = ({ legislator }: NamedLegislator): boolean => rolesOf(legislator.person, name).length > 0
  const known =
    name.source_id === null ? [] : people.filter((one) => one.ids.has(name.source_id!) && isPresent(one))
  if (known.length === 1) return { legislator: known[0]!.legislator, candidates: 1 }

  // A person fits only if at least one word is theirs, so the others are skipped.
  const words = [...read.words, read.words.join(''), ...(read.family ?? [])]
  if (read.family !== null) words.push(read.family.join(''))
  const present = people.filter(
    (one) => words.some((word) => one.words.has(word)) && isPresent(one) && !isAnother(one, name.source_id),
  )
  for (const fits of readings) {
    const found = present.filter((one) => fits(read, one))
    if (found.length === 0) continue
    const distinguished = found.length === 1 ? found : distinguish(found, name, read)
    if (distinguished.length === 1) return { legislator: distinguished[0]!.legislator, candidates: 1 }
    return { legislator: null, candidates: found.length }
  }
  return { legislator: null, candidates: 0 }
}

/** Ids of members of Congress: in the Biographical Directory, and in the Senate's information system. */
const MEMBER_IDS = [/^[A-Z]\d{6}$/u, /^S\d{3}$/u]

/**
 * A member has one id of each kind. A person with another id of that kind is not the one who was named by it,
 * however the name reads.
 */
function isAnother({ ids }: NamedLegislator, sourceId: string | null): boolean {
  if (sourceId === null || ids.has(sourceId)) return false
  const kind = MEMBER_IDS.find((pattern) => pattern.test(sourceId))
  return kind !== undefined && [...ids].some((id) => kind.test(id))
}

type Reading = (read: ReadName, one: NamedLegislator) => boolean

/** Strongest first. */
const READINGS: readonly Reading[] = [
  (read, one) => one.full.has(read.words.join('')),
  (read, one) => one.families.some((family) => isNamed(one, givenBeside(family, read))),
  (read, one) => one.families.some((family) => isGivenOf(one, givenBeside(family, read))),
  (read, one) => one.families.some((family) => hasInitialOf(one, givenBeside(family, read))),
  (read, one) => one.families.some((family) => isSame(family, read.words) && fitsHints(one, read)),
  (read, one) => one.families.some((family) => isSame(family, read.words)),
  // One word of a compound family name: `Gonzalez` for Gonzalez Fletcher.
  (read, one) =>
    one.families.some(
      (family) => family.length > 1 && [family[0], family.at(-1)].includes(read.words.join(' ')),
    ),
]

/** One half of a double name, if no person has all of it: `Myers-Phillips` for Phillips. */
const bearsHalf: Reading = (read, one) =>
  one.families.some(
    (family) => family.length === 1 && read.halves?.includes(family[0]!) === true && fitsGivenOf(one, read),
  )

function isFamilyName(read: ReadName, people: readonly NamedLegislator[]): boolean {
  const family = read.family ?? read.words
  return people.some(({ families }) => families.some((one) => isSame(one, family)))
}

function fitsGivenOf(one: NamedLegislator, { given }: ReadName): boolean {
  return given === null || isNamed(one, given) || given.some((word) => one.givens.includes(word))
}

/** Chooses between people that one reading fits: by the printed first name, then by the printed district. */
function distinguish(
  found: readonly NamedLegislator[],
  name: PrintedName,
  read: ReadName,
): readonly NamedLegislator[] {
  const named = found.filter(({ own_given }) => isWhole(read.words[0], own_given))
  return named.length === 1 ? named : ofDistrict(found, name, read)
}

/**
 * Gives the words printed beside the family name: before it, after it, or after a comma. null if the family
 * name is another one.
 */
function givenBeside(family: readonly string[], read: ReadName): readonly string[] | null {
  if (read.family !== null) return isSame(family, read.family) ? read.given : null
  const { words } = read
  const count = words.length - family.length
  if (count <= 0) return null
  if (isSame(family, words.slice(count))) return words.slice(0, count)
  return isSame(family, words.slice(0, family.length)) ? words.slice(family.length) : null
}

/** The first name is printed, not only its initial, and is the person's own. */
function isNamed(one: NamedLegislator, printed: readonly string[] | null): boolean {
  return isWhole(printed?.[0], one.own_given) && isGivenOf(one, printed)
}

function isWhole(word: string | undefined, given: string | undefined): boolean {
  if (word === undefined || given === undefined || word.length === 1 || given.length === 1) return false
  return isShortFor(word, given)
}

/** If a person's middle name is unknown, any printed one fits. */
function isGivenOf(one: NamedLegislator, printed: readonly string[] | null): boolean {
  if (printed === null || printed.length === 0) return false
  const [first, ...middle] = printed.map((word) => one.givens.some((given) => isShortFor(word, given)))
  return first === true && (!one.has_middle || middle.every((fits) => fits))
}

/** `Martin` for Marty: the family name is the same, and nothing else but the rest of a first name differs. */
function hasInitialOf(one: NamedLegislator, printed: readonly string[] | null): boolean {
  const initial = printed?.[0]?.[0]
  return initial !== undefined && one.givens[0]?.[0] === initial
}

const SHORTEST_NICKNAME = 3

/** `R`, `Rob` and `Robert`. */
function isShortFor(word: string, given: string): boolean {
  if (word.length === 1 || given.length === 1) return word[0] === given[0]
  if (Math.min(word.length, given.length) < SHORTEST_NICKNAME)
    return word === given || isNickname(word, given)
  return given.startsWith(word) || word.startsWith(given) || isNickname(word, given)
}

/** `Williams (J.)`. */
function fitsHints(one: NamedLegislator, { hints }: ReadName): boolean {
  return hints.length > 0 && isGivenOf(one, hints)
}

function ofDistrict(
  found: readonly NamedLegislator[],
  name: PrintedName,
  { hints }: ReadName,
): NamedLegislator[] {
  const wanted = new Set([...hints, ...foldWords(name.district ?? '')].map(withoutZeros))
  if (wanted.size === 0) return []
  return found.filter(({ legislator }) =>
    rolesOf(legislator.person, name).some(({ district }) =>
      foldWords(district ?? '').some((word) => wanted.has(withoutZeros(word))),
    ),
  )
}

function withoutZeros(word: string): string {
  return word.replace(/^0+(?=\w)/u, '').replace(/^(\d+)(?:st|nd|rd|th)$/u, '$1')
}

const LEGISLATIVE = new Set(['upper', 'lower', 'legislature'])

/** Bills are prefiled by those who were elected, before their term begins. */
const PREFILING_DAYS = 90

function rolesOf({ roles }: Person, { jurisdiction, chamber, seen_on, is_voter }: PrintedName): Role[] {
  const begunBy = seen_on === null || is_voter ? seen_on : addDays(seen_on, PREFILING_DAYS)
  return roles.filter(
    (role) =>
      role.jurisdiction === jurisdiction &&
      LEGISLATIVE.has(role.chamber ?? role.type) &&
      (chamber === '' || chamber === 'legislature' || chamber === (role.chamber ?? role.type)) &&
      (begunBy === null || (role.start_date ?? '') <= begunBy) &&
      (seen_on === null || seen_on <= (role.end_date ?? '9999')),
  )
}

function isSame(a: readonly string[], b: readonly string[]): boolean {
  return a.join('') === b.join('')
}
