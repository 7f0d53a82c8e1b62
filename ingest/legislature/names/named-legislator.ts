import type { Person } from '../../../schemas/event-bodies/reference.ts'
import { nameWords, readName } from './person-name.ts'

export type Legislator = { readonly entity_id: number; readonly ocd_id: string; readonly person: Person }

/** A legislator with the folded words of all names of the person. */
export type NamedLegislator = {
  readonly legislator: Legislator
  readonly ids: ReadonlySet<string>
  /** Every full name, its words joined: `De Kay` is `DeKay`. */
  readonly full: ReadonlySet<string>
  readonly families: readonly (readonly string[])[]
  /** All of them, one by one and joined. */
  readonly words: ReadonlySet<string>
  readonly givens: readonly string[]
  readonly own_given: string | undefined
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
  const families = [family, ...person.other_names.flatMap(({ name }) => familyOf(name, given))].filter(
    (words) => words.length > 0,
  )
  const full = [...names, ...composed]
  const whole = [...full, ...families]
  return {
    legislator,
    ids: new Set([ocd_id, ...person.other_identifiers.map(({ identifier }) => identifier)]),
    full: new Set(full.map((words) => words.join(''))),
    families,
    words: new Set([...whole.flat(), ...whole.map((words) => words.join(''))]),
    givens: [...given, ...middle, ...names.flatMap((words) => words.slice(0, 1))],
    own_given: given[0] ?? names[0]![0],
    has_middle: middle.length > 0,
  }
}

/** In another name, such as one before a marriage, the family name follows the given name. */
function familyOf(name: string, given: readonly string[]): (readonly string[])[] {
  const words = readName(name).words
  if (words.length === 1) return [words]
  return given[0] !== undefined && words[0] === given[0] ? [words.slice(1)] : []
}
