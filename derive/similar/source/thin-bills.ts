import type { BillMatter } from './bill-matter.ts'

const CEREMONY =
  /\b(?:congratulat\w*|commend(?:s|ed|ing)?|commemorat\w*|condolences?|honor(?:s|ing)|in honor of|in memory of|in memoriam|memorializ\w*|mourn(?:s|ing)|celebrat(?:es|ing)|recogniz(?:es|ing)|acknowledg(?:es|ing)|life and (?:legacy|service)|proclaim(?:s|ing)|salut(?:es|ing)|expressing (?:sympathy|gratitude|appreciation)|anniversary|upon the occasion|birthday|(?:awareness|appreciation|heritage|recognition) (?:day|week|month)|(?:day|week|month) in the state)\b/iu
const SHELL =
  /\b(?:technical (?:change|correction)s?\b.*\bshort title|makes? (?:a )?technical changes?|shell bill|title only|reserved for|placeholder|skeleton bill|-tech\b)/iu
const isResolution = (kind: string): boolean => /resolution|memorial|proclamation/iu.test(kind)

/**
 * True for a ceremonial resolution, and for a bill whose content is to come. They have nothing to compare but their form,
 * so they are compared only with one another.
 */
export function isThin({ title, abstracts, classification }: BillMatter): boolean {
  if (classification.some(isResolution) && CEREMONY.test(title)) return true
  return SHELL.test(title) || abstracts.some((abstract) => SHELL.test(abstract.slice(0, 200)))
}
