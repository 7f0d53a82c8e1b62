const DAY = /^(\d{4})-(\d\d)-(\d\d)/

/** The calendar day that a date or a time begins with; null where it is none, such as 2023-02-30. */
export function dayOf(text: string | null | undefined): string | null {
  const match = DAY.exec(text ?? '')
  if (match === null) return null
  const day = match[0]
  const date = new Date(`${day}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day) && day >= '0001' ? day : null
}
