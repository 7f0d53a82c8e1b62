import type { ImportReason, ImportRequest } from '../../schemas/http/sheets/sheet-import.ts'
import { MAX_IMPORT_LINES } from '../../schemas/http/sheets/sheet-import.ts'
import { findJurisdiction } from '../../schemas/vocabulary/jurisdictions.ts'
import { shownValue } from '../input/accepted-values.ts'
import { invalidBody } from '../input/refused-input.ts'
import { type ImportLine, readImport } from './import-text.ts'
import { type Candidate, type Match, matchReferences } from './match-references.ts'
import type { Reference } from './reference-line.ts'
import type { SheetParts } from './refresh-sheet.ts'
import { addItems } from './sheet-items.ts'

type Unmatched = {
  readonly line: number
  readonly text: string
  readonly reason: ImportReason
  readonly suggestions: readonly (Candidate & { readonly removed: false })[]
}

export type ImportResult = {
  readonly lines: number
  readonly added: number
  readonly present: number
  readonly unmatched: readonly Unmatched[]
  readonly format: 'list' | 'csv'
  readonly columns: Readonly<Record<string, string>> | null
}

const MAX_TEXT = 500

/** Adds the bills that a text names to a sheet. Each line is an item afterwards, or comes back with its reason. */
export async function importBills(
  parts: SheetParts,
  sheet: { readonly account_id: number; readonly id: number },
  request: ImportRequest,
): Promise<ImportResult> {
  const defaults = defaultsOf(request)
  const { format, columns, lines } = readImport(request)
  if (lines.length > MAX_IMPORT_LINES) {
    throw invalidBody(['text'], `text has ${lines.length} lines; it must have at most ${MAX_IMPORT_LINES}.`)
  }
  const readable = lines.filter(isReadable)
  const matches = await matchReferences(
    parts.model,
    readable.map(({ reference }) => ({ ...defaults, ...reference })),
    { take_newest: request.take_newest === true },
  )
  const found = readable.flatMap((line, index) => foundIn(line, matches[index]!))
  const { added, left_out } = await addItems(
    parts.database,
    sheet.account_id,
    sheet.id,
    found.map(({ line, bill }) => ({ ...line.annotations, bill_id: bill.id })),
  )
  const full = new Set(left_out)
  const unmatched = [
    ...lines.filter((line) => !isReadable(line)).map((line) => unread(line)),
    ...readable.flatMap((line, index) => unfound(line, matches[index]!)),
    ...found
      .filter(({ bill }) => full.has(bill.id))
      .map(({ line, bill }) => back(line, 'sheet_full', [bill])),
  ].toSorted((one, other) => one.line - other.line)
  const present = lines.length - added - unmatched.length
  return { lines: lines.length, added, present, unmatched, format, columns }
}

function defaultsOf({ jurisdiction, session }: ImportRequest): Partial<Reference> {
  const place = jurisdiction === undefined ? undefined : findJurisdiction(jurisdiction)
  if (jurisdiction !== undefined && place === undefined) {
    const detail = `jurisdiction is ${shownValue(jurisdiction)}, which is no jurisdiction that is known here.`
    throw invalidBody(['jurisdiction'], detail)
  }
  return {
    ...(place === undefined ? {} : { jurisdiction: place.division_id }),
    ...(session === undefined ? {} : { session }),
  }
}

type ReadableLine = ImportLine & { readonly reference: Reference }
const isReadable = (line: ImportLine): line is ReadableLine =>
  line.reference !== undefined && line.unknown_place !== true && line.reference.has_more !== true

const foundIn = (line: ReadableLine, match: Match) =>
  match.kind === 'found' ? [{ line, bill: match.bill }] : []

function unread(line: ImportLine): Unmatched {
  if (line.unknown_place === true) return back(line, 'unknown_jurisdiction', [])
  return back(line, line.reference?.has_more === true ? 'several_bills' : 'unreadable', [])
}

const unfound = (line: ImportLine, match: Match): Unmatched[] =>
  match.kind === 'found' ? [] : [back(line, match.kind, match.suggestions)]

const back = (
  { line, text }: ImportLine,
  reason: ImportReason,
  suggestions: readonly Candidate[],
): Unmatched => ({
  line,
  reason,
  text: text.length <= MAX_TEXT ? text : text.slice(0, MAX_TEXT).toWellFormed(),
  suggestions: suggestions.map((bill) => ({ ...bill, removed: false })),
})
