import { printedDatesOf } from '../../derive/model/values/printed-dates.ts'
import { type Fact, type FactReader, factsBy, type QuestionFilters } from './fact.ts'

type Days = Pick<QuestionFilters, 'introduced_since' | 'introduced_before'>
type Unit = 'day' | 'week' | 'month' | 'year'

const ENTERED = String.raw`(?:(?:that (?:were|was)|were|was)\s+)?(?:(?:introduced|filed|prefiled|proposed)\s+)?`
const MONTH =
  '(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)'
const PRINTED = String.raw`(?:${MONTH}\.?\s+\d{1,2}(?:st|nd|rd|th)?,?\s+\d{4}|\d{4}-\d\d-\d\d|\d{1,2}/\d{1,2}/\d{4}|${MONTH}\.?,?\s+\d{4})`
const DATED = new RegExp(
  String.raw`\b${ENTERED}(?<way>since|after|before|until|from|in|on|during)\s+(?<date>${PRINTED})`,
  'giu',
)
const LAST = new RegExp(
  String.raw`\b${ENTERED}(?:(?:in|over|during|within)\s+)?(?:the\s+)?(?:last|past)\s+(?<count>\d{1,3}\s+)?(?<unit>day|week|month|year)s?(?=[\s?.!]*$)`,
  'giu',
)
const THIS = new RegExp(String.raw`\b${ENTERED}this\s+(?<unit>week|month|year)\b`, 'giu')

/** Reads days and months: `since March 2026`, `before 2026-05-01`, `in the last 30 days`. A bill was introduced then. */
export const days: FactReader = (question, today) => [
  ...factsBy(question, DATED, ({ groups }) => daysOf(groups?.way ?? '', groups?.date ?? '')),
  ...factsBy(question, LAST, ({ groups }) =>
    lastOf(groups?.count === undefined ? undefined : Number(groups.count), unitOf(groups?.unit), today),
  ),
  ...factsBy(question, THIS, ({ groups }) => thisOne(unitOf(groups?.unit), today)),
]

const unitOf = (text = ''): Unit => text.toLowerCase() as Unit

function daysOf(way: string, printed: string): Days | undefined {
  const [date] = printedDatesOf(printed)
  if (date === undefined) return undefined
  const first = date.key.length === 7 ? `${date.key}-01` : date.key
  if (Number.isNaN(Date.parse(first))) return undefined
  const next = date.key.length === 7 ? shifted(first, 'month', 1) : shifted(first, 'day', 1)
  switch (way.toLowerCase()) {
    case 'since':
    case 'from':
      return { introduced_since: first, introduced_before: null }
    case 'after':
      return { introduced_since: next, introduced_before: null }
    case 'before':
    case 'until':
      return { introduced_since: null, introduced_before: first }
    default:
      return { introduced_since: first, introduced_before: next }
  }
}

/** `last year` is the calendar year before; `last 2 years` ends today. */
function lastOf(count: number | undefined, unit: Unit, today: string): Days {
  if (count === undefined && (unit === 'month' || unit === 'year')) {
    const begin = startOf(unit, today)
    return { introduced_since: shifted(begin, unit, -1), introduced_before: begin }
  }
  return { introduced_since: shifted(today, unit, -(count ?? 1)), introduced_before: null }
}

function thisOne(unit: Unit, today: string): Days {
  if (unit === 'week') return { introduced_since: shifted(today, 'day', -6), introduced_before: null }
  const begin = startOf(unit, today)
  return { introduced_since: begin, introduced_before: shifted(begin, unit, 1) }
}

const startOf = (unit: 'month' | 'year' | Unit, day: string): string =>
  unit === 'year' ? `${day.slice(0, 4)}-01-01` : `${day.slice(0, 7)}-01`

/** A day that the month lacks becomes the last one that it has. */
function shifted(day: string, unit: Unit, count: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  if (unit === 'day' || unit === 'week') {
    return isoDay(new Date(Date.UTC(year, month - 1, date + count * (unit === 'week' ? 7 : 1))))
  }
  const months = count * (unit === 'year' ? 12 : 1)
  const lastDate = new Date(Date.UTC(year, month + months, 0)).getUTCDate()
  return isoDay(new Date(Date.UTC(year, month - 1 + months, Math.min(date, lastDate))))
}

const isoDay = (date: Date): string => date.toISOString().slice(0, 10)

const YEAR = String.raw`(?<year>(?:19|20)\d\d)`
const DATED_YEAR = new RegExp(
  String.raw`\b${ENTERED}(?<way>since|after|before|in|from|during|of)\s+${YEAR}(?![-–/\d])(?!\s+(?:election|census|hurricane|session law))\b`,
  'giu',
)
const EDGE_YEAR = new RegExp(
  String.raw`^${YEAR}(?![-–/\d])\b|\b${YEAR.replace('year', 'last')}(?=[\s?.!]*$)|\b${YEAR.replace('year', 'before')}(?=\s+(?:session|legislative session|bills?|legislation|laws?|measures?)\b)(?:\s+(?:legislative\s+)?session\b)?`,
  'giu',
)

/** Reads years: `in 2025`, `since 2023`, `kratom 2025`. Later years than the next are subjects, such as goals. */
export const years: FactReader = (question, today) => {
  const latest = Number(today.slice(0, 4)) + 1
  const known = (text: string | undefined) => {
    const year = Number(text)
    return text !== undefined && year <= latest ? year : undefined
  }
  const dated = factsBy(question, DATED_YEAR, ({ groups }) => {
    const year = known(groups?.year)
    return year === undefined ? undefined : yearFilters(groups?.way ?? '', year)
  })
  return [...dated, ...edgeYears(question, known, dated)]
}

function yearFilters(way: string, year: number): Partial<QuestionFilters> {
  switch (way.toLowerCase()) {
    case 'since':
      return { introduced_since: `${year}-01-01` }
    case 'after':
      return { introduced_since: `${year + 1}-01-01` }
    case 'before':
      return { introduced_before: `${year}-01-01` }
    default:
      return { years: [year] }
  }
}

const edgeYears = (
  question: string,
  known: (text: string | undefined) => number | undefined,
  read: readonly Fact[],
): Fact[] =>
  factsBy(question, EDGE_YEAR, ({ index, groups }) => {
    const year = known(groups?.year ?? groups?.last ?? groups?.before)
    const isRead = read.some(({ start, end }) => index >= start && index < end)
    const isGoal = /\b(?:by|until|through|net zero|goal)\s+$/iu.test(question.slice(0, index))
    return year === undefined || isRead || isGoal ? undefined : { years: [year] }
  })
