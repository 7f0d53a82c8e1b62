import type { BillCore } from '../../schemas/event/bill.ts'
import { searchKey } from './oracle-lists.ts'
import { calendarDay, type OracleRow } from './oracle-tables.ts'

/** By what texts a bill is found, of each no more than so many characters. */
export function billWords(id: number, core: BillCore): OracleRow {
  const numbers = [core.identifier]
  for (const { identifier } of core.other_identifiers) numbers.push(identifier)
  const keys = numbers.map((number) => searchKey(number))
  return {
    id,
    jurisdiction: core.jurisdiction,
    introduced_on: calendarDay(core.introduced_on),
    title: cut(core.title, 30_000),
    identifiers: cut(numbers.concat(keys).join('\n'), 2_000),
    subjects: cut(core.subjects.join('\n'), 20_000),
    abstracts: cut(core.abstracts.map((one) => one.abstract).join('\n'), 48_000),
  }
}

const cut = (text: string, characters: number): string => text.slice(0, characters).toWellFormed()
