const MONTHS = [
  ...['january', 'february', 'march', 'april', 'may', 'june', 'july', 'august', 'september', 'october'],
  ...['november', 'december'],
]
const DATE = new RegExp(
  `\\b(?:(${MONTHS.join('|')})\\s*(?:(\\d{1,2})\\s*[,.]|,)?\\s*)?((?:19|20)\\d{2})\\b`,
  'giu',
)

/**
 * The first day that the notes of a publisher name, such as `Adopted by … on July 31, 2008`. It is as exact as the note:
 * a year, a month or a day. null if they name none.
 */
export function publishedDay(notes: string): string | null {
  const days = [...notes.matchAll(DATE)].map(([, month, day, year]) => {
    if (month === undefined) return year!
    const number = MONTHS.indexOf(month.toLowerCase()) + 1
    const parts = [year!, String(number), ...(day === undefined ? [] : [day])]
    return parts.map((part) => part.padStart(2, '0')).join('-')
  })
  return days.sort()[0] ?? null
}
