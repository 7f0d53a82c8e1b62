import {
  type FederalAgency,
  findAgencyByAcronym,
  findAgencyByName,
} from '../../../schemas/vocabulary/federal-agencies.ts'

/**
 * The agency that a lobbying filing means: `Agriculture, Dept of (USDA)`, `Environmental Protection Agency (EPA)`. undefined
 * for chambers of Congress and for agencies that publish no rules.
 */
export function contactedAgency(printed: string): FederalAgency | undefined {
  const acronym = /\(([A-Za-z]+)\)\s*$/u.exec(printed)?.[1]
  const name = printed
    .replace(/\([^)]*\)/gu, ' ')
    .replace(/\bdep'?t\b\.?/giu, 'Department')
    .replace(/\bnatl\b\.?/giu, 'National')
    .replace(/[,&]/gu, ' ')
    .trim()
  const byName = name === '' ? undefined : findAgencyByName(name)
  return byName ?? (acronym === undefined ? undefined : findAgencyByAcronym(acronym.toUpperCase()))
}
