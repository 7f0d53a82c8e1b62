import type { BillCore } from '../../schemas/event-bodies/bill.ts'

/** Bills that few readers search for: resolutions that honor somebody, and titles without content. */
export type Routine = 'ceremonial' | 'shell'

/** The impacts of such a bill are lowered by this factor, so it ranks below others that match as well. */
export const ROUTINE_FACTOR = 0.5

/** The part of a title in which a ceremonial resolution says what it does. */
const BEGINNING = 160

const RESOLUTION = /resolution|memorial|proclamation|commemoration/
const HONORS = new RegExp(
  [
    'congratulat|commend|commemorat|celebrat|honoring|honors?\\b|memorializing|in memory|in memoriam|remembrance',
    'mourn|condolence|sympathy|sorrow|gratitude|tribute|salut(?:e|es|ing)\\b|applaud',
    'recogni[sz](?:e|es|ing)\\b|proclaim|life and (?:legacy|service)|on the occasion|anniversary|birthday',
    '(?:designat|declar|observ)\\w* .*\\b(?:day|week|month)\\b',
  ].join('|'),
  'i',
)
/** Illinois prints `EDUCATION-TECH` on hundreds of bills that get their content later. */
const SHELL = /-TECH\b|\b(?:title[- ]only|placeholder|shell bill|spot bill|caption bill)\b/i

/** Recognizes a routine bill from its classification and its title. */
export function routineOf({
  title,
  classification,
}: Pick<BillCore, 'title' | 'classification'>): Routine | undefined {
  if (SHELL.test(title)) return 'shell'
  const isResolution = classification.some((kind) => RESOLUTION.test(kind.toLowerCase()))
  return isResolution && HONORS.test(title.slice(0, BEGINNING)) ? 'ceremonial' : undefined
}
