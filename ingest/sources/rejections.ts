import { isUtf8 } from 'node:buffer'
import { LegislogError } from '../../schemas/errors.ts'
import type { InputRecord } from '../files/records.ts'
import type { Rejection, SourceItem } from '../observation.ts'

const reasons = [
  'record_unreadable',
  'record_invalid',
  'record_too_large',
  'conflicting_duplicate',
  'jurisdiction_unknown',
] as const

/** What became of a record that could not be mapped. Only faults of the record: others are thrown on. */
export function rejectionOf(
  record: { readonly name: string; readonly bytes: Buffer },
  error: unknown,
  jurisdiction: string | null,
): SourceItem {
  const reason = error instanceof LegislogError ? reasons.find((code) => code === error.code) : undefined
  if (reason === undefined) throw error
  return rejected({
    record: record.name,
    reason,
    detail: (error as LegislogError).message,
    bytes: record.bytes,
    jurisdiction,
  })
}

export function rejected(rejection: Rejection): SourceItem {
  return { kind: 'rejected', rejection }
}

export function rejectedUnreadable(
  record: InputRecord & { readonly kind: 'unreadable' },
  jurisdiction: string | null,
): SourceItem {
  const { name, reason, detail, bytes } = record
  return rejected({ record: name, reason, detail, bytes, jurisdiction })
}

/** The text of a record. Bytes that are no UTF-8 would be replaced silently, so they are refused. */
export function textOfRecord(bytes: Buffer): string {
  if (!isUtf8(bytes)) throw new LegislogError('record_unreadable', 'the bytes are not UTF-8')
  const text = bytes.toString('utf8')
  return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause)
    throw new LegislogError('record_unreadable', `no JSON: ${message.slice(0, 200).toWellFormed()}`, {
      cause,
    })
  }
}
