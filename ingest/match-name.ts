import type { Person, Role } from '../schemas/event/reference.ts'
import { foldWords, nameWords, type ReadName, readName } from './person-name.ts'
import type { PrintedName } from './printed-names.ts'

export type Legislator = { readonly entity_id: number; readonly ocd_id: string; readonly person: Person }

export type NameMatched = {
  readonly legislator: Legislator | null
  /** 1 where matched, 0 where nobody, more where ambiguous. */
  readonly candidates: number
}

/**
 * Who a printed name stands for: among those who sat in that chamber on that day, by the strongest reading of the name
 * that fits anybody. Two who fit equally well are told apart by their district, else it stays open: no guess. A sponsor
 * whom nobody of the chamber fits may sit in the other one.
 */
export function matchName(name: PrintedName, people: readonly NamedLegislator[]): NameMatched {
  const matched = matchAmong(name, people)
  if (matched.candidates > 0 || name.is_voter || name.chamber === '') return matched
  return matchAmong({ ...name, chamber: '' }, people)
}

function matchAmong(name: PrintedName, people: readonly NamedLegislator[]): NameMatched {
  const present = people.filter(({ legislator }) => rolesOf(legislator.person, name).length > 0)
  const known = present.filter(({ ids }) => name.source_id !== null && ids.has(name.source_id))
  if (known.length === 1) return { legislator: known[0]!.legislator, candidates: 1 }

  const read = readName(name.name)
  for (const fits of READINGS) {
    const found = present.filter((one) => fits(read, one))
    if (found.length === 0) continue
    const told = found.length === 1 ? found : ofDistrict(found, name, read)
    if (told.length === 1) return { legislator: told[0]!.legislator, candidates: 1 }
    return { legislator: null, candidates: found.length }
  }
  return { legislator: null, candidates: 0 }
}

/** A legislator with the folded words of all his names. */
export type NamedLegislator = {
  readonly legislator: Legislator
  readonly ids: ReadonlySet<string>
  /** Every full name, as joined words. */
  readonly full: ReadonlySet<string>
  readonly families: readonly (readonly string[])[]
  readonly givens: readonly string[]
  readonly has_middle: boolean
}

export function nameLegislator(legislator: Legislator): NamedLegislator {
  const { person, ocd_id } = legislator
  const names = [person.name, ...person.other_names.map(({ name }) => name)].map(
    (name) => readName(name).words,
  )
  const given = nameWords(person.given_name ?? '')
  const middle = nameWords(person.middle_name ?? '')
  const family = nameWords(person.family_name ?? names[0]!.slice(-1).join(' '))
  const composed = [
    [...given, ...family],
    [...given, ...middle, ...family],
  ]
  const families = [family, ...person.other_names.flatMap(({ name }) => familyOf(name, given))]
  return {
    legislator,
    ids: new Set([ocd_id, ...person.other_identifiers.map(({ identifier }) => identifier)]),
    full: new Set([...names, ...composed].map((words) => words.join(' '))),
    families: families.filter((words) => words.length > 0),
    givens: [...given, ...middle, ...names.flatMap((words) => words.slice(0, 1))],
    has_middle: middle.length > 0,
  }
}

/** Of another name the family is what follows the given name: a name before a marriage. */
function familyOf(name: string, given: readonly string[]): (readonly string[])[] {
  const words = readName(name).words
  if (words.length === 1) return [words]
  return given[0] !== undefined && words[0] === given[0] ? [words.slice(1)] : []
}

type Reading = (read: ReadName, one: NamedLegislator) => boolean

/** Strongest first. */
const READINGS: readonly Reading[] = [
  (read, one) => one.full.has(read.words.join(' ')),
  (read, one) => one.families.some((family) => isGivenOf(one, givenBeside(family, read))),
  (read, one) => one.families.some((family) => hasInitialOf(one, givenBeside(family, read))),
  (read, one) => one.families.some((family) => isSame(family, read.words) && fitsHints(one, read)),
  (read, one) => one.families.some((family) => isSame(family, read.words)),
  // One word of a family name of several: `Gonzalez` for Gonzalez Fletcher.
  (read, one) =>
    one.families.some(
      (family) => family.length > 1 && [family[0], family.at(-1)].includes(read.words.join(' ')),
    ),
]

/** What is printed beside the family name: before it, after it, or after a comma. null: it is not that family. */
function givenBeside(family: readonly string[], read: ReadName): readonly string[] | null {
  if (read.family !== null) return isSame(family, read.family) ? read.given : null
  const { words } = read
  const count = words.length - family.length
  if (count <= 0) return null
  if (isSame(family, words.slice(count))) return words.slice(0, count)
  return isSame(family, words.slice(0, family.length)) ? words.slice(family.length) : null
}

/** Of somebody whose middle name is not known, any may be printed. */
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
  if (Math.min(word.length, given.length) < SHORTEST_NICKNAME) return word === given
  return given.startsWith(word) || word.startsWith(given)
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
const PREFILING_MS = 90 * 24 * 60 * 60 * 1000

function rolesOf({ roles }: Person, { jurisdiction, chamber, seen_on, is_voter }: PrintedName): Role[] {
  const begun_by =
    seen_on === null || is_voter
      ? seen_on
      : new Date(Date.parse(seen_on) + PREFILING_MS).toISOString().slice(0, 10)
  return roles.filter(
    (role) =>
      role.jurisdiction === jurisdiction &&
      LEGISLATIVE.has(role.chamber ?? role.type) &&
      (chamber === '' || chamber === 'legislature' || chamber === (role.chamber ?? role.type)) &&
      (begun_by === null || (role.start_date ?? '') <= begun_by) &&
      (seen_on === null || seen_on <= (role.end_date ?? '9999')),
  )
}

function isSame(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((word, index) => word === b[index])
}
