/** The calendar day at the beginning of a date or a time; null if it does not exist, such as 2023-02-30. */
export function dayOf(text: string | null | undefined): string | null {
  if (text === null || text === undefined || text.length < 10) return null
  if (text.charCodeAt(4) !== HYPHEN || text.charCodeAt(7) !== HYPHEN) return null
  const year = twoDigits(text, 0) * 100 + twoDigits(text, 2)
  if (!(year > 0) || !isDate(year, twoDigits(text, 5), twoDigits(text, 8))) return null
  return text.length === 10 ? text : text.slice(0, 10)
}

const HYPHEN = 45
const DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

/** NaN if they are not a calendar day. */
function twoDigits(text: string, at: number): number {
  const tens = text.charCodeAt(at) - 48
  const ones = text.charCodeAt(at + 1) - 48
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : Number.NaN
}

function isDate(year: number, month: number, date: number): boolean {
  if (month === 2 && date === 29) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
  return date >= 1 && date <= (DAYS[month - 1] ?? 0)
}
