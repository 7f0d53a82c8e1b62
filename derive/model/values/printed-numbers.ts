import { scales, wordValues } from './word-values.ts'

/** A number of a text, in digits or words. */
export type PrintedNumber = {
  readonly value: number
  /** As printed, such as `$4 million` without the sign: `4 million`. */
  readonly printed: string
  readonly start: number
  readonly end: number
}

/** `1/2` and `5 1/2`, but not the day `1/2/2028`. */
const FRACTION = String.raw`(?<![\d/])(?:\d+\s)?\d+/[1-9]\d*(?![\d/])`
const DIGITS = String.raw`(?:\d+(?:,\d{3})*(?:\.\d+)?|(?<![a-z\d])\.\d+)(?:st|nd|rd|th)?(?![\d])`
const WORDS = [...wordValues.keys(), ...scales.keys()].sort((a, b) => b.length - a.length).join('|')
const PART = String.raw`(?:${FRACTION}|${DIGITS}|\b(?:${WORDS})\b)`
/** Words and digits that follow each other, such as `one hundred and twenty-five` or `4.5 million`. */
const NUMBER = new RegExp(String.raw`${PART}(?:(?:\s+and\s+|[\s-]+)\b(?:${WORDS})\b)*`, 'giu')

/** Numbers of a text in order. `one` alone is not one: it is as often a pronoun. Roman numerals are not read. */
export function printedNumbersOf(text: string): readonly PrintedNumber[] {
  return [...text.matchAll(NUMBER)]
    .filter(([printed]) => !/^(?:one|first)$/iu.test(printed))
    .map((match) => ({
      value: numberValue(match[0]),
      printed: match[0],
      start: match.index,
      end: match.index + match[0].length,
    }))
}

/** `5 1/2` → 5.5 */
function fractionValue(printed: string): number | undefined {
  const [, whole = '0', above, below] = /^(?:(\d+)\s)?(\d+)\/(\d+)$/u.exec(printed) ?? []
  return above === undefined ? undefined : Number(whole) + Number(above) / Number(below)
}

/** `one hundred and twenty-five` → 125, `4.5 million` → 4500000, `25th` → 25. */
export function numberValue(printed: string): number {
  const fraction = fractionValue(printed)
  if (fraction !== undefined) return Number(fraction.toFixed(6))
  let total = 0
  let below = 0
  for (const part of printed.toLowerCase().split(/[\s-]+/u)) {
    const scale = scales.get(part)
    if (scale === 100) below = (below || 1) * scale
    else if (scale !== undefined) {
      total += (below || 1) * scale
      below = 0
    } else if (part !== 'and') below += wordValues.get(part) ?? Number.parseFloat(part.replaceAll(',', ''))
  }
  return Number((total + below).toFixed(6))
}
