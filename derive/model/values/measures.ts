import { formOf } from '../../../runtime/words/word-form.ts'
import { printedNumbersOf } from './printed-numbers.ts'

/** A number with what it counts. `key` is `usd 4000000`, `percent 5`, or `day 30`. */
export type Measure = { readonly key: string; readonly printed: string }

const DOLLARS_AFTER = /^\s*(?:u\.s\. )?dollars?\b/iu
const PERCENT_AFTER = /^\s*(?:percent(?:age)?|per\s?cent(?:um)?|%)/iu
/** `30 days`, `30-day`, `30 business days`, `thirty (30) days`. */
const UNIT_AFTER =
  /^(?:\s*\(\s*[\d,.]+\s*\)|\s*\))?[\s-]+(?:(?:business|calendar|consecutive|working|school|fiscal|full|additional|square|metric|short|cubic)[\s-]+)*(?<unit>[a-z]+)/iu
/** `one-half of one percent` is not one percent. */
const PART_BEFORE =
  /(?<part>[\w-]*[\s-]?(?:half|thirds?|quarters?|fourths?|fifths?|tenths?|hundredths?)) of (?:the )?$/iu
const units = new Set(
  'second minute hour day week month quarter year mile foot yard inch acre pound ton gallon liter kilowatt megawatt member vote person employee signature point degree'.split(
    ' ',
  ),
)

/** Amounts, percentages, periods and other counted things of a text. */
export function measuresOf(text: string): readonly Measure[] {
  return countedOf(text).flatMap(({ value: number, start, end, printed }) => {
    const after = text.slice(end, end + 80)
    const part = PART_BEFORE.exec(text.slice(Math.max(0, start - 40), start))?.groups?.part
    const value = part === undefined ? number : `${part.toLowerCase()} of ${number}`
    if (/\$\s*$/u.test(text.slice(Math.max(0, start - 3), start)) || DOLLARS_AFTER.test(after))
      return [{ key: `usd ${value}`, printed: `$${printed}` }]
    if (PERCENT_AFTER.test(after)) return [{ key: `percent ${value}`, printed: `${printed} percent` }]
    const unit = UNIT_AFTER.exec(after)?.groups?.unit?.toLowerCase()
    const form = unit === undefined ? undefined : formOf(unit)
    return form !== undefined && units.has(form)
      ? [{ key: `${form} ${value}`, printed: `${printed} ${unit}` }]
      : []
  })
}

/** `one year` counts too: beside a unit, `one` is a number. */
function countedOf(text: string) {
  const ones = [...text.matchAll(/\bone\b(?![\s-]+(?:hundred|thousand|million|billion|trillion)\b)/giu)].map(
    (match) => ({ value: 1, printed: match[0], start: match.index, end: match.index + match[0].length }),
  )
  return [...printedNumbersOf(text), ...ones]
}
