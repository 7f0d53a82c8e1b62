import {
  findAgencyByAcronym,
  findAgencyByName,
  findAgencyBySlug,
} from '../../schemas/vocabulary/federal-agencies.ts'

/** The slug of an agency named by acronym, slug or name; of one that no list knows, its words as documents print them. */
export function agencyParameter(text: string): string {
  const name = text.trim()
  const known =
    findAgencyByAcronym(name.toUpperCase()) ?? findAgencyBySlug(name.toLowerCase()) ?? findAgencyByName(name)
  return known?.slug ?? name.toLowerCase()
}
