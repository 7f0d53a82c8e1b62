import {
  findAgencyByAcronym,
  findAgencyByName,
  findAgencyBySlug,
} from '../../schemas/vocabulary/federal-agencies.ts'

/**
 * Gives the slug of an agency named by acronym, slug or name. If no list has it, gives the words as documents
 * print them.
 */
export function agencyParameter(text: string): string {
  const name = text.trim()
  const known =
    findAgencyByAcronym(name.toUpperCase()) ?? findAgencyBySlug(name.toLowerCase()) ?? findAgencyByName(name)
  return known?.slug ?? name.toLowerCase()
}
