import { routineOf } from '../../../runtime/ranking/routine-bill.ts'
import type { BillCore } from '../../../schemas/event-bodies/bill.ts'
import { searchKey } from './lists.ts'
import { calendarDay, type OracleRow } from './oracle-tables.ts'
import { rankWords } from './words/ranked-words.ts'
import { searchVector } from './words/search-vector.ts'

/** The searchable texts of a bill, each cut to a maximum length. */
export function billWords(id: number, core: BillCore): OracleRow {
  const numbers = [core, ...core.other_identifiers].flatMap(({ identifier }) =>
    isOfAMachine(identifier) ? [] : [identifier],
  )
  const keys = numbers.map((number) => searchKey(number))
  const laws = core.citations
    .filter(({ publication }) => publication.split(' ').slice(-2).join(' ') === 'Public Law')
    .map(({ citation }) => ['PL', citation].join(' '))
  const title = cut(core.title, 30_000)
  const identifiers = cut(numbers.concat(keys, laws).join('\n'), 2_000)
  const subjects = cut(core.subjects.join('\n'), 20_000)
  const abstracts = cut(core.abstracts.map((one) => one.abstract).join('\n'), 48_000)
  const lines = [identifiers, subjects].flatMap((text) => text.split('\n'))
  const places = Object.entries({
    jurisdiction: core.jurisdiction,
    session: core.session,
    chamber: core.chamber,
  }).flatMap(([name, value]) => (value === null ? [] : [`${name}=${value}`]))
  return {
    id,
    jurisdiction: core.jurisdiction,
    entered_on: calendarDay(core.introduced_on) ?? calendarDay(core.prefiled_on),
    title,
    identifiers,
    subjects,
    abstracts,
    ...rankWords(
      searchVector(['A', [title]], ['B', lines], ['C', [abstracts]]),
      'bill',
      [...places, `jurisdiction=${core.jurisdiction} session=${core.session}`, ...searchedLists(core)],
      isRoutine(core),
    ),
    deleted: false,
  }
}

const isOfAMachine = (identifier: string): boolean => {
  const lower = identifier.toLowerCase()
  return (
    lower.includes('_') ||
    lower.startsWith('ocd-') ||
    (/^[\da-f]{8}$/.test(lower.split('-')[0]!) && lower.includes('-'))
  )
}

const cut = (text: string, characters: number): string => text.slice(0, characters).toWellFormed()

function isRoutine({ title, classification, abstracts }: BillCore): boolean {
  return routineOf({ title, classification, abstracts: abstracts.map((one) => one.abstract) }) !== undefined
}

/** Subjects, classification and routine as the filters of lists compare them. */
export function searchedLists(core: BillCore): string[] {
  const words = new Set<string>()
  for (const [kind, printed] of [
    ['subject', core.subjects],
    ['classification', core.classification],
  ] as const) {
    for (const one of printed)
      words.add(`${kind}=${one.normalize('NFKC').toLowerCase().split(/\s+/u).filter(Boolean).join(' ')}`)
  }
  if (isRoutine(core)) words.add('routine=true')
  return [...words]
}
