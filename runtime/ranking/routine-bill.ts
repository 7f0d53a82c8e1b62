/** Bills that few readers search for: resolutions that honor somebody, and bills whose content is to come. */
export type Routine = 'ceremonial' | 'shell'

/** The impacts of such a bill are lowered by this factor, so it ranks below others that match as well. */
export const ROUTINE_FACTOR = 0.5

/** What a bill is recognized by. */
export type RoutineFacts = {
  readonly title: string
  readonly classification: readonly string[]
  readonly abstracts: readonly string[]
}

/** The part of a title, and of an abstract, that says what a bill does. */
const TITLE_BEGINNING = 160
const ABSTRACT_BEGINNING = 200

const RESOLUTION = /resolution|memorial|proclamation|commemoration/i
const HONORS = new RegExp(
  [
    '\\b(?:congratulat|commend|commemorat|celebrat|condolence|mourn|applaud)',
    '\\b(?:honor(?:s|ing)?|in (?:loving )?memory|in memoriam|remembrance|sympathy|sorrow|gratitude|tribute)\\b',
    '\\b(?:salut(?:e|es|ing)|proclaim(?:s|ing)?|recogni[sz](?:e|es|ing)|acknowledg(?:es|ing))\\b',
    '\\b(?:life and (?:legacy|service)|(?:up)?on the occasion|anniversary|birthday)\\b|^memorial\\b',
    // To memorialize Congress is to ask it for something.
    '\\bmemorializ(?:es?|ing)\\b(?! (?:\\S+ ){0,4}(?:congress|congressional|president|government|administration|delegation|legislature)\\b)',
    '\\b(?:designat|declar|observ)\\w* .*\\b(?:day|week|month)\\b',
    '\\b(?:awareness|appreciation|heritage|recognition|history) (?:day|week|month)\\b|\\b(?:day|week|month)\\W*$',
  ].join('|'),
  'i',
)
/** Before the words of honor, they are what somebody is asked to do: `urging Congress to recognize nurses`. */
const ASKS =
  /\b(?:urg(?:e|es|ing)|request(?:s|ing)?|direct(?:s|ing)?|creat(?:es|ing)|call(?:s|ing) (?:up)?on|suspend(?:s|ing)|propos(?:es|ing))\b/i
/** Illinois prints `EDUCATION-TECH` on hundreds of bills that get their content later. */
const SHELL_TITLE =
  /-TECH\b|\b(?:title[- ]only|placeholder|(?:shell|spot|caption|skeleton) bill)\b|^reserved for\b/i
/** A whole abstract such as `Amend KRS 212.190 to make a technical correction.` A bill that also does something else is none. */
const SHELL_ABSTRACT =
  /\btechnical (?:change|correction)s?\b.{0,60}\bshort title\b|^(?:amend (?:krs )?[\d.\w]+ to )?makes? (?:a )?technical (?:change|correction)s?\.?$/i

/** Recognizes a routine bill. Search ranks it below others, and it is similar only to others of this kind. */
export function routineOf({ title, classification, abstracts }: RoutineFacts): Routine | undefined {
  const isEmpty = (abstract: string) => SHELL_ABSTRACT.test(abstract.trim().slice(0, ABSTRACT_BEGINNING))
  if (SHELL_TITLE.test(title) || abstracts.some(isEmpty)) return 'shell'
  if (!classification.some((kind) => RESOLUTION.test(kind))) return undefined
  const beginning = title.slice(0, TITLE_BEGINNING)
  const honors = HONORS.exec(beginning)
  return honors === null || ASKS.test(beginning.slice(0, honors.index)) ? undefined : 'ceremonial'
}
