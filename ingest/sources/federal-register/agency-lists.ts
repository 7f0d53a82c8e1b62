import type { Row } from '../federal-documents/tables.ts'
import { asFields, type Fields, listOf, nullableText, textOf } from '../records/fields.ts'

/** An agency in a list. */
export type ListedAgency = {
  readonly name: string
  readonly acronym: string | null
  /** The list of the Federal Register. */
  readonly slug: string | null
  readonly ecfr_slug: string | null
  readonly parent_name: string | null
  readonly url: string | null
}

const NOTHING = { acronym: null, slug: null, ecfr_slug: null, parent_name: null, url: null }

/** Finds the reader for a table by its columns. Undefined if the table does not list agencies. */
export function agencyReader(columns: readonly string[]): ((row: Row) => ListedAgency | null) | undefined {
  const has = (...names: string[]) => names.every((name) => columns.includes(name))
  if (has('agency_name', 'parent_agency_name')) return ofFederalRegister
  if (has('pai_identifier', 'agency_slug')) return ofIssuances
  if (has('Acronym', 'Agency')) return ({ Acronym, Agency }) => ofAcronym(Acronym, Agency)
  if (has('Agency ID', 'Agency Name')) return (row) => ofAcronym(row['Agency ID'], row['Agency Name'])
  return undefined
}

function ofFederalRegister({ agency_name = '', parent_agency_name = '' }: Row): ListedAgency | null {
  if (agency_name === '') return null
  return { ...NOTHING, name: agency_name, parent_name: parent_agency_name === '' ? null : parent_agency_name }
}

/** Acronyms in Privacy Act issuances differ from those of regulations.gov, so only name and slug are read. */
function ofIssuances({ agency_name = '', agency_slug = '' }: Row): ListedAgency | null {
  const name = agency_name.replaceAll(/\s+/gu, ' ').trim()
  // Some rows stand for several agencies, printed as a list.
  if (name === '' || name.startsWith('[') || !/^[a-z0-9-]+$/u.test(agency_slug)) return null
  return { ...NOTHING, name, slug: agency_slug }
}

/** `do Not Use` replaces a retired acronym. */
function ofAcronym(acronym = '', name = ''): ListedAgency | null {
  if (!/^[A-Z]+$/u.test(acronym) || name === '') return null
  return { ...NOTHING, name, acronym }
}

/** The Code's list: agencies with the agencies below them. */
export function agenciesOfCode(answer: Fields): ListedAgency[] {
  return listOf(answer, 'agencies').flatMap((agency) => {
    const name = textOf(agency, 'name')
    return [ofCode(agency, null), ...listOf(agency, 'children').map((child) => ofCode(child, name))]
  })
}

function ofCode(agency: Fields, parentName: string | null): ListedAgency {
  return {
    ...NOTHING,
    name: textOf(agency, 'name'),
    ecfr_slug: nullableText(agency, 'slug'),
    parent_name: parentName,
  }
}

/** The API's list: `[{id, name, slug, parent_id, url}]`. Its numbers are those in `agencies` of the documents. */
export function agenciesOfApi(answer: readonly unknown[]): ListedAgency[] {
  const agencies = answer.map((one) => asFields(one, 'the agency'))
  const names = new Map(agencies.map((one) => [nullableText(one, 'id'), textOf(one, 'name')]))
  return agencies.map((one) => ({
    ...NOTHING,
    name: textOf(one, 'name'),
    slug: nullableText(one, 'slug'),
    parent_name: names.get(nullableText(one, 'parent_id') ?? '') ?? null,
    url: nullableText(one, 'url'),
  }))
}
