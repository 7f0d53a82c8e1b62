import { isUtf8 } from 'node:buffer'
import type { HeaderValue, LogRecord } from './log-record.ts'

type StoredOne = string | { readonly base64: string } | null

/** Headers of a message as JSON: bytes that are not UTF-8 as base64, a repeated header as a list. */
export type StoredHeaders = Readonly<Record<string, StoredOne | readonly StoredOne[]>>

/** Writes headers as the text of a `json` column: it takes escaped NULs, and `jsonb` does not. */
export function headersText(headers: LogRecord['headers']): string {
  return JSON.stringify(
    Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, storedOf(value)])),
  )
}

/** The inverse of `headersText`. */
export function headersFrom(stored: StoredHeaders): LogRecord['headers'] {
  return Object.fromEntries(
    Object.entries(stored).map(([name, value]): [string, HeaderValue] => [
      name,
      isList(value) ? value.map(readOne) : readOne(value),
    ]),
  )
}

/** Array.isArray does not narrow a read-only list for TypeScript. */
const isList = <T>(value: T | readonly T[]): value is readonly T[] => Array.isArray(value)

function storedOf(value: HeaderValue): StoredHeaders[string] {
  return isList(value) ? value.map(storeOne) : storeOne(value)
}

function storeOne(value: Buffer | string | undefined): StoredOne {
  if (!Buffer.isBuffer(value)) return value ?? null
  return isUtf8(value) ? value.toString('utf8') : { base64: value.toString('base64') }
}

function readOne(value: StoredOne): Buffer | string | undefined {
  if (value === null) return undefined
  return typeof value === 'string' ? value : Buffer.from(value.base64, 'base64')
}

/** Postgres does not accept NUL or half a surrogate pair in a text. */
export function storable(text: string): string {
  return text.replaceAll('\u0000', '\uFFFD').toWellFormed()
}
