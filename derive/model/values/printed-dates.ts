const months = [
  ...['january', 'february', 'march', 'april', 'may', 'june', 'july'],
  ...['august', 'september', 'october', 'november', 'december'],
]
const MONTH = String.raw`(?<month>${months.join('|')}|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)\.?`
const DAY = String.raw`(?<day>\d{1,2})(?:st|nd|rd|th)?`
const YEAR = String.raw`(?<year>\d{4})`
const forms: readonly RegExp[] = [
  new RegExp(String.raw`\b${MONTH}\s+${DAY},?\s+${YEAR}\b`, 'giu'),
  new RegExp(String.raw`\b${DAY}(?:\s+day)?(?:\s+of)?\s+${MONTH},?\s+${YEAR}\b`, 'giu'),
  /\b(?<year>\d{4})-(?<month>\d{2})-(?<day>\d{2})\b/gu,
  /\b(?<month>\d{1,2})\/(?<day>\d{1,2})\/(?<year>\d{4})\b/gu,
  new RegExp(String.raw`\b${MONTH}(?:\s+of)?,?\s+${YEAR}\b`, 'giu'),
  new RegExp(String.raw`\b${MONTH}\s+${DAY}\b(?!,?\s+\d{4})`, 'giu'),
  new RegExp(String.raw`\b${DAY}(?:\s+of)?\s+${MONTH}\b(?!,?\s+\d{4})`, 'giu'),
]

/** A day or a month of a text. `key` is `2027-01-01`, `2027-01`, or `--01-01` if no year is printed. */
export type PrintedDate = { readonly key: string; readonly printed: string }

/** Days and months of a text in English forms. */
export function printedDatesOf(text: string): readonly PrintedDate[] {
  const dates: PrintedDate[] = []
  let rest = text
  for (const form of forms) {
    for (const { 0: printed, groups } of rest.matchAll(form)) dates.push({ key: keyOf(groups!), printed })
    // A date is read once, in its most exact form.
    rest = rest.replace(form, (printed) => ' '.repeat(printed.length))
  }
  return dates
}

/** What a date proves: `2027-01-01` proves `2027-01` and `--01-01` too. */
export function keysProvenBy(key: string): readonly string[] {
  const isDay = /^\d{4}-\d\d-\d\d$/u.test(key)
  return isDay ? [key, key.slice(0, 7), `--${key.slice(5)}`] : [key]
}

function keyOf({ year, month, day }: Readonly<Record<string, string | undefined>>): string {
  const named = months.findIndex((name) => name.startsWith(month!.toLowerCase().slice(0, 3)))
  const number = /^\d+$/u.test(month!) ? Number(month) : named + 1
  const two = (value: number | string) => String(value).padStart(2, '0')
  return `${year ?? '-'}-${two(number)}${day === undefined ? '' : `-${two(day)}`}`
}
