import type { Person, Role } from '../../../schemas/event-bodies/reference.ts'
import { findJurisdiction } from '../../../schemas/vocabulary/jurisdictions.ts'
import { CONGRESS } from '../congress/congress-numbers.ts'
import { divisionOfDistrict } from '../mapping/district-division.ts'
import { type Fields, invalid, listOf, looseText, nullableText, textOf } from '../records/fields.ts'

const offices = {
  prez: { type: 'president', title: 'President' },
  viceprez: { type: 'vice_president', title: 'Vice President' },
} as const

/** Maps one term: two years for a representative, six for a senator, four for a president. */
export function roleOf(term: Fields): Role {
  const type = textOf(term, 'type')
  const dates = {
    start_date: textOf(term, 'start'),
    end_date: textOf(term, 'end'),
    end_reason: nullableText(term, 'end-type'),
  }
  if (type === 'prez' || type === 'viceprez') {
    const { division_id } = CONGRESS
    return {
      ...offices[type],
      jurisdiction: division_id,
      chamber: null,
      district: null,
      division_id,
      ...dates,
    }
  }
  if (type !== 'sen' && type !== 'rep') throw invalid('type', type, 'sen, rep, prez or viceprez')
  const chamber = type === 'sen' ? 'upper' : 'lower'
  const district = districtOf(term, type)
  return {
    type: chamber,
    jurisdiction: CONGRESS.division_id,
    chamber,
    district,
    division_id: divisionOfDistrict(CONGRESS, chamber, district),
    title: type === 'sen' ? 'Senator' : 'Representative',
    ...dates,
  }
}

/**
 * Gives the district in Open States' spelling: the state's name for a senator, `WA-1` or `AK-AL` for a
 * representative.
 */
function districtOf(term: Fields, type: 'sen' | 'rep'): string {
  const code = textOf(term, 'state')
  if (type === 'sen') return findJurisdiction(code)?.name ?? code
  const number = looseText(term, 'district')
  // The files number at-large districts 0, and the unknown ones of early Congresses -1.
  return number === '0' || number === '-1' ? `${code}-AL` : `${code}-${number}`
}

/** Gives the parties over time. Consecutive terms of one party become one. */
export function partiesOf(terms: readonly Fields[]): Person['party'] {
  const parties: { name: string; start_date: string; end_date: string }[] = []
  for (const term of terms) {
    for (const { name, start_date, end_date } of affiliationsOf(term)) {
      const last = parties.at(-1)
      if (last?.name === name) last.end_date = end_date
      else parties.push({ name, start_date, end_date })
    }
  }
  return parties
}

/** A member who changed party within a term has a list of affiliations. */
function affiliationsOf(term: Fields): { name: string; start_date: string; end_date: string }[] {
  const listed = listOf(term, 'party_affiliations')
  const list = listed.length > 0 ? listed : [term]
  return list.flatMap((item) => {
    const name = nullableText(item, 'party')
    if (name === null) return []
    return [{ name: partyName(name), start_date: textOf(item, 'start'), end_date: textOf(item, 'end') }]
  })
}

/** One word for one party in all sources. */
const partyName = (name: string): string => (name === 'Democrat' ? 'Democratic' : name)
