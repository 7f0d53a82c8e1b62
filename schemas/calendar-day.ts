const DAY = /^(\d{4})-(\d\d)-(\d\d)/

/** The calendar day that a date or a time begins with; null where it is none, such as 2023-02-30. */
export function dayOf(text: string | null | undefined): string | null {
  const match = DAY.exec(text ?? '')
  if (match === null) return null
  const [day, year, month, date] = match
  return year !== '0000' && isDate(Number(year), Number(month), Number(date)) ? day : null
}

const DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

function isDate(year: number, month: number, date: number): boolean {
  if (month === 2 && date === 29) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
  return date >= 1 && date <= (DAYS[month - 1] ?? 0)
}
