const DATE = /^\d{4}(?:-\d{2}(?:-\d{2})?)?$/
const TIME = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)(Z|[+-]\d{2}:?\d{2})?$/
const MIDNIGHT = /^00:00(?::00(?:\.0+)?)?$/

/**
 * Converts a day or time to local time, so that the first ten characters are the local day. Midnight is read as a day
 * without a time, because one source writes both in one file. A UTC time is moved to the local zone; a time with
 * another offset is local already. Gives undefined if the text is not a date.
 */
export function toLocal(text: string, timeZone: string): string | undefined {
  if (DATE.test(text)) return isDay(text) ? text : undefined
  const match = TIME.exec(text)
  if (match === null || !isDay(match[1]!)) return undefined
  const [, day, time, offset] = match
  if (offset === undefined)
    return MIDNIGHT.test(time!) ? day : `${day}T${withSeconds(time!)}${offsetAt(text, timeZone)}`
  const utc = offset === 'Z' || /^[+-]00:?00$/.test(offset)
  const local = utc
    ? moveToZone(`${day}T${withSeconds(time!)}Z`, timeZone)
    : `${day}T${withSeconds(time!)}${colon(offset)}`
  return MIDNIGHT.test(local.slice(11, -6)) ? local.slice(0, 10) : local
}

const MONTH_DAYS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

function isDay(text: string): boolean {
  const year = Number(text.slice(0, 4))
  const month = text.length > 4 ? Number(text.slice(5, 7)) : 1
  const day = text.length > 7 ? Number(text.slice(8, 10)) : 1
  if (day < 1 || day > (MONTH_DAYS[month - 1] ?? 0)) return false
  return month !== 2 || day < 29 || (year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0))
}

const withSeconds = (time: string): string => (time.length === 5 ? `${time}:00` : time)
const colon = (offset: string): string =>
  offset.length === 5 ? `${offset.slice(0, 3)}:${offset.slice(3)}` : offset

/** Caches the last conversions, because many records share a few days. */
const CACHED_TIMES = 10_000
const moved = new Map<string, string>()

function moveToZone(utc: string, timeZone: string): string {
  const key = `${timeZone} ${utc}`
  const known = moved.get(key)
  if (known !== undefined) return known
  const offset = zoneOffset(new Date(utc), timeZone)
  const sign = offset.startsWith('-') ? -1 : 1
  const minutes = sign * (Number(offset.slice(1, 3)) * 60 + Number(offset.slice(4, 6)))
  const shifted = new Date(Date.parse(utc) + minutes * 60_000).toISOString().replace(/\.000Z$|Z$/, '')
  const local = `${shifted}${offset}`
  if (moved.size >= CACHED_TIMES) moved.clear()
  moved.set(key, local)
  return local
}

/** Adds the offset of its day to a local time that has none. */
function offsetAt(text: string, timeZone: string): string {
  return zoneOffset(new Date(`${text.slice(0, 10)}T18:00:00Z`), timeZone)
}

const formats = new Map<string, Intl.DateTimeFormat>()

function zoneOffset(at: Date, timeZone: string): string {
  let format = formats.get(timeZone)
  if (format === undefined) {
    format = new Intl.DateTimeFormat('en-US', { timeZone: timeZone, timeZoneName: 'longOffset' })
    formats.set(timeZone, format)
  }
  const name = format.formatToParts(at).find((part) => part.type === 'timeZoneName')?.value ?? 'GMT'
  return name === 'GMT' ? '+00:00' : name.slice('GMT'.length)
}
