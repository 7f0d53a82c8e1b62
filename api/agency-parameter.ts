import { findAgencyByAcronym, findAgencyByName, findAgencyBySlug } from '../schemas/federal-agencies.ts'

/** The slug of an agency named by acronym, slug or name; of one that no list knows, its words as documents print them. */
export function agencyParameter(text: string): string {
  const asked = text.trim()
  const known =
    findAgencyByAcronym(asked.toUpperCase()) ??
    findAgencyBySlug(asked.toLowerCase()) ??
    findAgencyByName(asked)
  return known?.slug ?? asked.toLowerCase()
}
