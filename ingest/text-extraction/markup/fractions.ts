/** Characters around the digits of a fraction while a page is read. No text contains them. */
const NUMERATOR = ['\uFDD0', '\uFDD1'] as const
const DENOMINATOR = ['\uFDD2', '\uFDD3'] as const

/**
 * Elements and classes that contain the digits of a fraction. `sup` and `sub` alone can be something else.
 */
const numerators =
  /^(?:(?:caml:)?numerator|sup)$|(?:^|\s)(?:num|numerator|fraction-?num(?:erator)?)(?:\s|$)/iu
const denominators =
  /^(?:(?:caml:)?denominator|sub)$|(?:^|\s)(?:den|denom|denominator|fraction-?den(?:ominator)?)(?:\s|$)/iu

export type FractionPart = readonly [opening: string, closing: string] | null

/**
 * Says which digits of a fraction an element contains, by its name, its classes, or its place in a `mfrac`.
 */
export function fractionPart(name: string, classes: string, placeInMfrac: number | null): FractionPart {
  if (placeInMfrac !== null) return placeInMfrac === 0 ? NUMERATOR : DENOMINATOR
  const is = (pattern: RegExp): boolean => pattern.test(name) || pattern.test(` ${classes} `)
  if (is(numerators)) return NUMERATOR
  return is(denominators) ? DENOMINATOR : null
}

const FRACTION = /(\d)?\uFDD0\s*(\d+)\s*\uFDD1\s*[/\u2044]?\s*\uFDD2\s*(\d+)\s*\uFDD3/gu
const MARKS = /[\uFDD0-\uFDD3]/gu

/**
 * Joins digits that a page sets above each other: `2/3`, or `1 1/2` after a whole number. A single part stays
 * unchanged.
 */
export function joinFractions(text: string): string {
  return text
    .replace(FRACTION, (_, whole: string | undefined, above: string, below: string) =>
      whole === undefined ? `${above}/${below}` : `${whole} ${above}/${below}`,
    )
    .replace(MARKS, '')
    .replace(/(?<=\d)\u2044(?=\d)/gu, '/')
}
