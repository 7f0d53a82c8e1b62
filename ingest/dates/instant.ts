import { LegislogError } from '../../schemas/errors.ts'

const RFC3339 =
  /^(\d{4}-\d{2}-\d{2})(?:[Tt ](\d{2}:\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?(Z|z|[+-]\d{2}:?\d{2})?)?$/

/**
 * Converts a time to one text form that sorts: UTC with six digits, as Postgres returns timestamptz. A time without
 * an offset is read as UTC, and a date as its midnight. Throws `record_invalid`.
 */
export function toInstant(text: string): string {
  const match = RFC3339.exec(text)
  if (match !== null) {
    const [, day, minutes = '00:00', seconds = '00', fraction = '', offset = 'Z'] = match
    const epoch_ms = Date.parse(`${day}T${minutes}:${seconds}${isoOffset(offset)}`)
    if (!Number.isNaN(epoch_ms)) {
      return `${new Date(epoch_ms).toISOString().slice(0, 19)}.${fraction.slice(0, 6).padEnd(6, '0')}Z`
    }
  }
  throw new LegislogError('record_invalid', `observed_at is ${JSON.stringify(text)}, not a time of RFC 3339`)
}

function isoOffset(offset: string): string {
  if (offset === 'z') return 'Z'
  return offset.length === 5 ? `${offset.slice(0, 3)}:${offset.slice(3)}` : offset
}
