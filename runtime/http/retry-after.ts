import { SECOND_MS } from '../durations.ts'

const TIME = String.raw`\d\d:\d\d:\d\d`
/** The three forms of an HTTP date (RFC 9110, 5.6.7): IMF-fixdate, RFC 850, asctime. */
const IMF_FIXDATE = new RegExp(String.raw`^[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} ${TIME} GMT$`, 'u')
const RFC_850 = new RegExp(String.raw`^[A-Z][a-z]{5,8}, \d\d-[A-Z][a-z]{2}-\d\d ${TIME} GMT$`, 'u')
const ASCTIME = new RegExp(String.raw`^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d ${TIME} \d{4}$`, 'u')

/**
 * Gives the milliseconds of a Retry-After header (RFC 9110, 10.2.3). The value is seconds, also with a
 * fraction, or an HTTP date of any form. 0 if the date has passed; undefined if the value is invalid.
 */
export function parseRetryAfter(value: string | undefined, now: Date): number | undefined {
  const text = value?.trim() ?? ''
  if (/^\d{1,9}(?:\.\d+)?$/u.test(text)) return Math.ceil(Number(text) * SECOND_MS)
  const at_ms = parseHttpDate(text)
  return Number.isNaN(at_ms) ? undefined : Math.max(0, at_ms - now.getTime())
}

function parseHttpDate(text: string): number {
  if (IMF_FIXDATE.test(text) || RFC_850.test(text)) return Date.parse(text)
  // asctime names no zone: it is always GMT.
  return ASCTIME.test(text) ? Date.parse(`${text} GMT`) : Number.NaN
}
