import { decode } from 'html-entities'
import { LegislogError } from '../../schemas/errors.ts'

/**
 * The kind of a text decides how it is cleaned: one line, many lines (abstracts, biographies), or an address
 * (its spaces are kept).
 */
export type TextKind = 'line' | 'lines' | 'address'

/** A larger field is not a field of a bill: its record goes to quarantine. */
const FIELD_CHARACTERS = 1024 * 1024

/** Nearly every text of the sources is printable ASCII with single spaces and no `&`. It is canonical already. */
const PLAIN = /^(?:[!-%'-~]+(?: [!-%'-~]+)*)?$/
/** Format characters (soft hyphen, zero-width, direction marks) and control characters other than white space. */
const INVISIBLE = /(?:\p{Cf}|[^\P{Cc}\s\u0085])+/gu
const LINE_ENDS = /\r\n?|[\u0085\u2028\u2029\v\f]/gu
const SPACE = /[\s\u0085]/gu
const SPACES = /[\s\u0085]+/gu
const SPACES_IN_LINE = /[^\S\n]+/gu
const AROUND_LINE_END = / ?\n ?/gu
const EMPTY_LINES = /\n{3,}/gu

/**
 * Gives one text for all spellings that look the same: entities decoded exactly once, NFC, no invisible characters,
 * no NUL, no lone surrogate. It is not idempotent on purpose (`&amp;amp;` means `&amp;`) and runs once on the
 * source's text.
 */
export function canonicalText(text: string, kind: TextKind, field: string): string {
  if (text.length > FIELD_CHARACTERS) {
    throw new LegislogError(
      'record_too_large',
      `${field} has ${text.length} characters, over ${FIELD_CHARACTERS}`,
    )
  }
  if (PLAIN.test(text)) return text
  const decoded = text.includes('&') ? decode(text, { level: 'html5', scope: 'strict' }) : text
  const visible = decoded.toWellFormed().replace(INVISIBLE, '').normalize('NFC')
  switch (kind) {
    case 'line':
      return visible.replace(SPACES, ' ').trim()
    case 'address':
      return visible.replace(SPACE, ' ').trim()
    case 'lines':
      return visible
        .replace(LINE_ENDS, '\n')
        .replace(SPACES_IN_LINE, ' ')
        .replace(AROUND_LINE_END, '\n')
        .replace(EMPTY_LINES, '\n\n')
        .trim()
  }
}
