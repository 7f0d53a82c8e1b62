const INSTANT =
  /^(\d{4})-(\d\d)-(\d\d)(?:[Tt ](\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)?([Zz]|[+\- ]\d\d:?\d\d)?)?$/

/**
 * A time as callers write it, in UTC with microseconds: RFC 3339 with `Z` or an offset, a space for the `+` that a
 * query string lost, a date alone for its first moment in UTC. Undefined for anything else.
 */
export function parseInstant(text: string): string | undefined {
  const match = INSTANT.exec(text)
  if (match === null) return undefined
  const [, year, month, day, hour = '00', minute = '00', second = '00', fraction = '', zone = 'Z'] = match
  const local = `${year}-${month}-${day}T${hour}:${minute}:${second}`
  const offset = zone.toUpperCase() === 'Z' ? 'Z' : normalizeOffset(zone)
  const ms = Date.parse(`${local}${offset}`)
  // Date.parse takes 30 February for 2 March: the parts must come back as they were given.
  if (Number.isNaN(ms) || Date.parse(`${local}Z`) !== dateOf(local)) return undefined
  const utc = new Date(ms).toISOString()
  // An offset may lead out of the years that have four digits, and no store knows a year 0.
  if (Number(year) < 1 || !/^\d{4}-/.test(utc) || utc.startsWith('0000')) return undefined
  return `${utc.slice(0, 19)}.${fraction.slice(0, 6).padEnd(6, '0')}Z`
}

function normalizeOffset(zone: string): string {
  const digits = zone.slice(1).replace(':', '')
  return `${zone[0] === '-' ? '-' : '+'}${digits.slice(0, 2)}:${digits.slice(2)}`
}

function dateOf(local: string): number {
  const ms = Date.parse(`${local}Z`)
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(local) ? ms : Number.NaN
}

/** Writes our milliseconds with the six digits that every time has. */
export const instantOf = (time: Date): string => time.toISOString().replace('Z', '000Z')
