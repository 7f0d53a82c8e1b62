import { isUtf8 } from 'node:buffer'
import { isDeeperThan, opensMoreThan } from '../../../runtime/json/json-depth.ts'
import { LegislogError } from '../../../schemas/errors.ts'
import type { InputRecord } from '../../files/records.ts'
import type { Rejection } from '../../source-interface/observation.ts'
import type { SourceItem } from '../../source-interface/source.ts'

export const rejectionReasons = [
  'record_unreadable',
  'record_invalid',
  'record_too_large',
  'conflicting_duplicate',
  'jurisdiction_unknown',
] as const

/** A message that quotes a record must not be as long as the record. */
const DETAIL_CHARACTERS = 1_000

/** Rejects a record that could not be mapped. An error that is not the record's fault is rethrown. */
export function rejectionOf(
  record: { readonly name: string; readonly bytes: Buffer },
  error: unknown,
  jurisdiction: string | null,
): SourceItem {
  const reason =
    error instanceof LegislogError ? rejectionReasons.find((code) => code === error.code) : undefined
  if (reason === undefined) throw error
  return rejected({
    record: record.name,
    reason,
    detail: (error as LegislogError).message.slice(0, DETAIL_CHARACTERS).toWellFormed(),
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

/**
 * Rejects an archive that could not be opened, ends before its end, or unpacks to too much. This is checked
 * before any name is, because the name of an archive says nothing about its content.
 */
export function brokenArchive(record: InputRecord, jurisdiction: string | null): SourceItem | null {
  if (record.kind !== 'unreadable' || !/\.(?:zip|tar|tgz|gz)$/iu.test(record.name)) return null
  return rejectedUnreadable(record, jurisdiction)
}

/** Decodes a record. Bytes that are not UTF-8 would be replaced silently, so they are refused. */
export function textOfRecord(bytes: Buffer): string {
  if (!isUtf8(bytes)) throw new LegislogError('record_unreadable', 'the bytes are not UTF-8')
  const text = bytes.toString('utf8')
  return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text
}

/**
 * No publisher nests deeper. Code that walks through values is recursive, and deeper nesting would end the
 * run.
 */
const DEEPEST = 500
/** Maps of boundaries, whose points are lists of two, have the most in a record: about a hundred thousand. */
const MOST_LISTS_AND_OBJECTS = 2_000_000

/** Checks the depth and the number of values before it parses. */
export function parseJson(text: string): unknown {
  if (isDeeperThan(DEEPEST, text)) throw unreadableJson(`nested deeper than ${DEEPEST} levels`)
  if (opensMoreThan(MOST_LISTS_AND_OBJECTS, text))
    throw unreadableJson(`made of more than ${MOST_LISTS_AND_OBJECTS} lists and objects`)
  return parseAnyJson(text)
}

const unreadableJson = (how: string) =>
  new LegislogError('record_unreadable', `the JSON is refused: it is ${how}`)

function parseAnyJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause)
    throw new LegislogError('record_unreadable', `no JSON: ${message.slice(0, 200).toWellFormed()}`, {
      cause,
    })
  }
}
