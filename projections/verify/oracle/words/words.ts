import type { Action } from '../../../../schemas/event-bodies/bill.ts'
import type { Person } from '../../../../schemas/event-bodies/reference.ts'

/** Searchable words. The projectors derive them in different ways. */

const lettersAndDigits = (text: string): string[] =>
  text.split(/[^\p{L}\p{N}]/u).filter((word) => word.length > 0)

export function spokenNames(person: Person): string {
  const words = new Set<string>()
  for (const { name } of [person, ...person.other_names]) {
    const bare = [...name.normalize('NFKD')].filter((character) => !/\p{M}/u.test(character))
    for (const word of lettersAndDigits(bare.join('').toLowerCase())) words.add(word)
  }
  return Array.from(words).join(' ').slice(0, 2_000)
}

const AROUND = new Set(
  'house senate assembly joint standing committee committees subcommittee subcommittees on the of'.split(' '),
)

const committeeWords = (text: string): string[] =>
  lettersAndDigits(
    text
      .toLowerCase()
      .replaceAll('&', ' and ')
      .replace(/\b[a-z]+\b/g, (word) => (AROUND.has(word) ? ' ' : word)),
  )

const VERBS = new Set([
  ...['referred', 're-referred', 'rereferred', 'referral', 're-referral', 'rereferral'],
  ...['assigned', 're-assigned', 'reassigned', 'committed', 're-committed', 'recommitted'],
  ...['commit', 're-commit', 'recommit'],
])

/** The text after the first word that indicates a referral. */
function afterVerb(text: string): string {
  const [line = ''] = text.split(/[\n\r\u2028\u2029]/, 1)
  for (const found of line.matchAll(/\b(?:re-)?[a-z]+\b/gi)) {
    if (VERBS.has(found[0].toLowerCase())) return text.slice(found.index + found[0].length)
  }
  return text
}

export function wordsOfReferral(action: Action, jurisdiction: string): string[] | null {
  if (action.classification.every((word) => word !== 'referral-committee')) return null
  const place = [jurisdiction.split(':').at(-1), action.chamber].join('.')
  const bodies = action.related_entities.filter((one) => one.entity_type === 'organization')
  const words =
    bodies.length === 0
      ? committeeWords(afterVerb(action.description)).map((word) => `${place}|${word.slice(0, 100)}`)
      : bodies.map(({ name }) => `${place}=${committeeWords(name).join(' ').slice(0, 100)}`)
  return words.slice(0, 60)
}
