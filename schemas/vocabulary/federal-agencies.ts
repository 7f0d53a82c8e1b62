import { departments } from './federal-departments.ts'
import { independent } from './independent-agencies.ts'

export type FederalAgency = {
  /** The acronym of regulations.gov; null if the agency posts nothing there. */
  readonly acronym: string | null
  /** The name in the Federal Register: `Agriculture Department`. */
  readonly name: string
  readonly slug: string
  readonly parent: FederalAgency | null
}

const SMALL_WORDS = new Set(['of', 'the', 'and', 'for', 'on', 'in'])

/**
 * The agencies that publish rules, under one name each. The lists of the publishers spell them differently (`Department
 * of Agriculture`, `Agriculture Department`, USDA), and none of them has both acronym and slug for all.
 */
const agencies = [...fromDepartments(), ...fromIndependent()]
const byAcronym = new Map(agencies.flatMap((one) => (one.acronym === null ? [] : [[one.acronym, one]])))
const bySlug = new Map(agencies.map((one) => [one.slug, one]))
const byWords = new Map(agencies.map((one) => [wordsOf(one.name), one]))

export function findAgencyByAcronym(acronym: string): FederalAgency | undefined {
  return byAcronym.get(acronym)
}

export function findAgencyBySlug(slug: string): FederalAgency | undefined {
  return bySlug.get(slug)
}

/** Indexed by the words of a name in any order: `DEPARTMENT OF THE INTERIOR` is the `Interior Department`. */
export function findAgencyByName(name: string): FederalAgency | undefined {
  const spelled = [name, ...LEADS.map((lead) => name.replace(lead, ''))]
  return spelled.map((spelling) => byWords.get(wordsOf(spelling))).find((agency) => agency !== undefined)
}

/**
 * Prefixes that some write before a name: `United States Patent and Trademark Office`, `Office of the Comptroller of
 * the Currency`.
 */
const LEADS = [/^(?:united states|u\.?s\.?)\s+/iu, /^office of (?:the )?/iu]

/** Slugs as the Federal Register derives them from its names. */
export function slugOf(name: string): string {
  return name
    .toLowerCase()
    .replaceAll(/['’]/gu, '')
    .replaceAll(/[^a-z0-9]+/gu, '-')
    .replaceAll(/^-|-$/gu, '')
}

function* fromDepartments(): Generator<FederalAgency> {
  for (const { acronym, name, parts } of departments) {
    const department = agencyOf(acronym, name, null)
    yield department
    for (const [part, partName] of Object.entries(parts)) yield agencyOf(part, partName, department)
  }
}

function* fromIndependent(): Generator<FederalAgency> {
  for (const [acronym, name] of Object.entries(independent)) yield agencyOf(acronym, name, null)
}

function agencyOf(acronym: string | null, name: string, parent: FederalAgency | null): FederalAgency {
  return { acronym, name, slug: slugOf(name), parent }
}

function wordsOf(name: string): string {
  const words = name
    .toLowerCase()
    .replaceAll(/['’.]/gu, '')
    .split(/[^a-z0-9]+/u)
  return words
    .filter((word) => word !== '' && !SMALL_WORDS.has(word))
    .sort()
    .join(' ')
}
