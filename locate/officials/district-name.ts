import { slugDivision } from '../../schemas/vocabulary/division-id.ts'

/** Words that stay in lower case within a name. */
const SMALL = new Set(['and', 'of', 'the'])

/**
 * Names a district as its members' roles print it, if that is the district and not a seat in it (Idaho elects 16A and 16B
 * in district 16). Otherwise it returns the id in words. `printed`: the names in roles, the preferred one first.
 */
export function districtName(divisionId: string, printed: readonly string[]): string {
  const segment = divisionId.slice(divisionId.lastIndexOf('/') + 1)
  const [type = '', value = ''] = segment.split(':')
  if (type === 'ward') return `Ward ${value}`
  return printed.find((name) => slugOf(name) === value) ?? nameOf(value)
}

/** An id has neither apostrophes nor commas. */
const slugOf = (name: string): string => slugDivision(name).replace(/[^\p{L}\p{N}_.~-]/gu, '')

const nameOf = (value: string): string =>
  value
    .split('_')
    .map((word) => (SMALL.has(word) ? word : capitalized(word)))
    .join(' ')

/** `10a` is 10A and `3rd` stays; `addison-rutland` is Addison-Rutland. */
function capitalized(word: string): string {
  if (/^\d+(?:st|nd|rd|th)$/u.test(word)) return word
  if (/^\d+\p{L}$/u.test(word)) return word.toUpperCase()
  return word.replace(/(^|-)\p{L}/gu, (first) => first.toUpperCase())
}

/** 2 before 10, and 10A before 10B. */
const collator = new Intl.Collator('en', { numeric: true })
export const byDistrict = (a: string, b: string): number => collator.compare(a, b)
