import { wordingOf } from '../../diff/same-wording.ts'
import { type Span, within } from './span.ts'

export type ValueKind = 'amount' | 'percentage' | 'date' | 'period' | 'number' | 'reference'

/** A value in a text, with the words that belong to it. Two values can replace each other if kind and unit are equal. */
export type Value = { readonly kind: ValueKind; readonly unit: string; readonly span: Span }

/** A sentence may begin with a number. */
const COUNT_WORD = `(?:${'one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred thousand million billion'
  .split(' ')
  .map((word) => `[${word[0]!.toUpperCase()}${word[0]}]${word.slice(1)}`)
  .join('|')})`
const COUNT = `(?:\\d+(?:,\\d+)*(?:\\.\\d+)?|${COUNT_WORD}(?:[ -](?:and )?${COUNT_WORD})*)(?: \\((?:[a-z-]{3,}|\\d+)\\))?`
const MONTH = '(?:January|February|March|April|May|June|July|August|September|October|November|December)'
const PART_OF_LAW =
  '(?:[Ss]ecs?\\.|(?:[Ss]ub)?(?:[Ss]ection|[Pp]aragraph|[Cc]lause|[Cc]hapter|[Tt]itle|[Pp]art|[Dd]ivision|[Aa]rticle)s?|§+)'

const FORMS: readonly { readonly kind: ValueKind; readonly pattern: string; readonly unit?: string }[] = [
  {
    kind: 'amount',
    pattern: `\\$ ?\\d+(?:,\\d+)*(?:\\.\\d+)?(?: (?:thousand|million|billion|trillion))?`,
    unit: '$',
  },
  { kind: 'amount', pattern: `${COUNT} (?:dollars|cents)`, unit: '$' },
  { kind: 'percentage', pattern: `${COUNT}(?: ?%| per ?cent(?:um)?)`, unit: '%' },
  {
    kind: 'reference',
    pattern: `\\d+ (?:U\\.?S\\.?C\\.?|C\\.?F\\.?R\\.?|V\\.S\\.A\\.)(?: (?:§ ?)?\\d[\\w–-]*(?:\\(\\w+\\))*)?`,
    unit: 'code',
  },
  { kind: 'reference', pattern: `\\d+(?:\\.\\d+)?(?: ?- ?\\d+(?:\\.\\d+)?){2,}`, unit: 'code' },
  { kind: 'reference', pattern: `Public Law \\d+[–-]\\d+`, unit: 'public law' },
  { kind: 'reference', pattern: `(?:RCW|AS|HRS) \\d[\\w.]*(?:\\(\\w+\\))*`, unit: 'code' },
  {
    kind: 'reference',
    pattern: `${PART_OF_LAW} (?:\\(\\w{1,5}\\)(?:\\(\\w{1,5}\\))*|(?=[\\w.–-]*\\d)[\\w–-]+(?:\\.\\w+)*(?:\\(\\w{1,5}\\))*)`,
  },
  { kind: 'date', pattern: `${MONTH} \\d{1,2}, ?\\d{4}`, unit: 'day' },
  { kind: 'date', pattern: `${MONTH} \\d{4}`, unit: 'month' },
  { kind: 'date', pattern: `${MONTH} \\d{1,2}(?!\\d)`, unit: 'day of year' },
  { kind: 'date', pattern: `(?:fiscal|calendar|taxable) year \\d{4}`, unit: 'named year' },
  {
    kind: 'period',
    pattern: `${COUNT}[ -](?:calendar |business |working |consecutive )?(?:minute|hour|day|week|month|year)s?`,
  },
  { kind: 'date', pattern: `(?<![\\d,.$-])(?:19|20)\\d\\d(?![\\d,.]*\\d)`, unit: 'year' },
  { kind: 'number', pattern: `\\d+(?:st|nd|rd|th)`, unit: 'ordinal' },
  { kind: 'number', pattern: COUNT },
]
const ANY = new RegExp(
  `(?<![\\p{L}\\p{N}]|\\d ?[.–-] ?)(?:${FORMS.map(({ pattern }) => `(${pattern})`).join('|')})(?![\\p{L}\\p{N}]|[.–-]\\d)`,
  'gu',
)

/** Many rules ask for the values of the same span. */
const known = new WeakMap<Span, readonly Value[]>()

/** The values of a span, in order. They do not overlap. */
export function findValues(span: Span): readonly Value[] {
  const found = known.get(span) ?? readValues(span)
  known.set(span, found)
  return found
}

function readValues(span: Span): Value[] {
  return [...span.text.matchAll(ANY)].map((match) => {
    const { kind, unit } = FORMS[match.slice(1).findIndex((group) => group !== undefined)]!
    const end = match.index + match[0].length
    const value = within(span, match.index, end)
    return { kind, unit: unit ?? unitOf(kind, value.text, span.text.slice(end)), span: value }
  })
}

/** The unit of a number is the word behind it. An age is not a period of time. */
function unitOf(kind: ValueKind, text: string, behind: string): string {
  if (kind === 'period') return /^ (?:of age|old)/u.test(behind) ? 'age' : 'time'
  if (kind === 'reference')
    return text
      .split(' ')[0]!
      .toLowerCase()
      .replace(/s?\.?$/u, '')
  return (/^\s?(\p{L}+)/u.exec(behind)?.[1] ?? '').toLowerCase().replace(/s$/u, '')
}

/** `thirty days` is the same value as `30 days`. */
export const sameValue = (a: Value, b: Value): boolean => inDigits(a.span.text) === inDigits(b.span.text)

const inDigits = (text: string): string =>
  wordingOf(text.replace(SMALL_NUMBER, (word) => String(numberOf.get(word.toLowerCase()))))

const ONES = 'one two three four five six seven eight nine ten eleven twelve'.split(' ')
const TENS = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')
const numberOf = new Map([
  ...ONES.map((word, place) => [word, place + 1] as const),
  ...TENS.map((word, place) => [word, (place + 2) * 10] as const),
])
/** A number in one word. `twenty-one` stays as it is. */
const SMALL_NUMBER = new RegExp(`(?<![\\w-])(?:${[...numberOf.keys()].join('|')})(?![\\w-])`, 'giu')
