import { parse } from 'csv-parse/sync'
import type { Annotations } from '../../schemas/http/sheets/sheet.ts'
import {
  type BillPosition,
  billPositions,
  type Priority,
  priorities,
} from '../../schemas/http/sheets/sheet-columns.ts'
import type { ImportRequest } from '../../schemas/http/sheets/sheet-import.ts'
import { findJurisdiction } from '../../schemas/vocabulary/jurisdictions.ts'
import { invalidBody } from '../input/refused-input.ts'
import { type Reference, readReference } from './reference-line.ts'

/** A line of an imported text. `reference` is undefined if no bill number can be read. */
export type ImportLine = {
  readonly line: number
  readonly text: string
  readonly reference: Reference | undefined
  /** The line names a place that does not exist. */
  readonly unknown_place?: boolean
  readonly annotations: Annotations
}

export type ImportText = {
  readonly format: 'list' | 'csv'
  /** The columns that were read, by what they mean. */
  readonly columns: Readonly<Record<string, string>> | null
  readonly lines: readonly ImportLine[]
}

type Meaning = keyof NonNullable<ImportRequest['columns']>

/** Names of columns, the best first, as other services and spreadsheets print them. */
const headers: { readonly [M in Meaning]: readonly string[] } = {
  number: [
    'statebillid',
    'billnumber',
    'billno',
    'billnum',
    'identifier',
    'number',
    'bill',
    'measure',
    'measurenumber',
    'legislation',
    'legislationnumber',
    'billname',
    'billid',
  ],
  jurisdiction: ['jurisdiction', 'state', 'statecode', 'statename', 'stateabbreviation', 'st', 'place'],
  session: ['session', 'sessionname', 'legislativesession', 'sessionyear', 'sessionid', 'congress', 'year'],
  position: ['position', 'stance', 'ourposition'],
  priority: ['priority', 'prioritylevel'],
  note: ['note', 'notes', 'comment', 'comments', 'remarks'],
  tags: ['tags', 'tag', 'labels', 'keywords'],
}

const MAX_NOTE = 5_000
const MAX_TAGS = 20
const MAX_TAG = 50
const DELIMITERS = [',', ';', '\t', '|'] as const

const plain = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]+/gu, '')

/** Reads an imported text. Every line with a text is in the result, whether or not it could be read. */
export function readImport({
  text,
  format,
  columns = {},
  jurisdiction = '',
}: Pick<ImportRequest, 'text' | 'format' | 'columns' | 'jurisdiction'>): ImportText {
  const assumed = findJurisdiction(jurisdiction)?.division_id
  const content = text.replace(/^\uFEFF/u, '').replace(/\r\n?/gu, '\n')
  const isCsv = format === 'csv' || (format === undefined && looksLikeCsv(content, columns))
  return isCsv ? readCsv(content, columns, assumed) : readList(content, assumed)
}

const firstLine = (text: string): string => text.split('\n').find((line) => line.trim() !== '') ?? ''

function looksLikeCsv(text: string, columns: NonNullable<ImportRequest['columns']>): boolean {
  const cells = firstLine(text)
    .split(delimiterOf(text))
    .map((cell) => plain(cell))
  return cells.some((cell) => headers.number.includes(cell) || cell === plain(columns.number ?? '\n'))
}

/** The delimiter that the first line has most. */
function delimiterOf(text: string): string {
  const head = firstLine(text)
  const counted = DELIMITERS.map((sign) => [sign, head.split(sign).length] as const)
  return counted.toSorted((one, other) => other[1] - one[1])[0]![0]
}

function readList(text: string, assumed: string | undefined): ImportText {
  const lines = text.split('\n').flatMap((line, index): ImportLine[] => {
    if (line.trim() === '') return []
    return [{ line: index + 1, text: line.trim(), reference: readReference(line, assumed), annotations: {} }]
  })
  return { format: 'list', columns: null, lines }
}

type CsvRow = { readonly record: readonly string[]; readonly info: { readonly lines: number } }

function readCsv(
  text: string,
  given: NonNullable<ImportRequest['columns']>,
  assumed: string | undefined,
): ImportText {
  const [head, ...rows] = rowsOf(text)
  const names = (head?.record ?? []).map((name) => name.trim())
  const places = placesOf(names, given)
  const cell = (record: readonly string[], meaning: Meaning): string =>
    record[places.get(meaning) ?? -1]?.trim() ?? ''
  // The position that the parser reports is the last line of a record, and a record may have several.
  let line = (head?.info.lines ?? 0) + 1
  const lines = rows.flatMap(({ record, info }): ImportLine[] => {
    const first = line
    line = info.lines + 1
    if (record.every((value) => value.trim() === '')) return []
    const printed = record.filter((value) => value.trim() !== '').join(', ')
    return [lineOf({ line: first, text: printed }, (meaning) => cell(record, meaning), assumed)]
  })
  const columns = Object.fromEntries([...places].map(([meaning, place]) => [meaning, names[place]!]))
  return { format: 'csv', columns, lines }
}

function rowsOf(text: string): CsvRow[] {
  try {
    return parse(text, {
      delimiter: delimiterOf(text),
      info: true,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: false,
    }) as unknown as CsvRow[]
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw invalidBody(['text'], `text cannot be read as CSV: ${why}.`)
  }
}

/** The place of each column that was found. */
function placesOf(
  names: readonly string[],
  given: NonNullable<ImportRequest['columns']>,
): Map<Meaning, number> {
  const places = new Map<Meaning, number>()
  for (const [meaning, known] of Object.entries(headers) as [Meaning, readonly string[]][]) {
    const named = given[meaning]
    const wanted = named === undefined ? known : [plain(named)]
    const place = wanted.map((name) => names.findIndex((each) => plain(each) === name)).find((at) => at >= 0)
    if (place !== undefined) places.set(meaning, place)
    else if (named !== undefined || meaning === 'number') {
      const detail =
        named === undefined
          ? `text has no column with bill numbers; its columns are ${names.join(', ')}. Name it in columns.number.`
          : `columns.${meaning} is ${JSON.stringify(named)}; the columns of text are ${names.join(', ')}.`
      throw invalidBody(named === undefined ? ['text'] : ['columns', meaning], detail)
    }
  }
  return places
}

function lineOf(
  where: { line: number; text: string },
  cell: (meaning: Meaning) => string,
  assumed: string | undefined,
): ImportLine {
  const annotations = annotationsOf(cell)
  const [printed, place, session] = [cell('number'), cell('jurisdiction'), cell('session')]
  const named = place === '' ? undefined : findJurisdiction(place)
  const read = readReference(printed, named?.division_id ?? assumed)
  if (place !== '' && named === undefined)
    return { ...where, reference: read, unknown_place: true, annotations }
  if (read === undefined) return { ...where, reference: undefined, annotations }
  const reference = {
    ...read,
    ...(named === undefined ? {} : { jurisdiction: named.division_id }),
    ...(session === '' ? {} : { session }),
  }
  return { ...where, reference, annotations }
}

/** A position or priority in other words than ours is kept in the note. */
function annotationsOf(cell: (meaning: Meaning) => string): Annotations {
  const notes = [cell('note')]
  const word = <W extends string>(
    meaning: 'position' | 'priority',
    words: readonly W[],
    also: Readonly<Record<string, W>>,
  ): W | undefined => {
    const printed = cell(meaning)
    if (printed === '') return undefined
    const found = words.find((each) => plain(each) === plain(printed)) ?? also[plain(printed)]
    if (found === undefined) notes.push(`${meaning === 'position' ? 'Position' : 'Priority'}: ${printed}`)
    return found
  }
  const position = word<BillPosition>('position', billPositions, {
    monitor: 'watch',
    monitoring: 'watch',
    watching: 'watch',
    track: 'watch',
    tracking: 'watch',
    supporting: 'support',
    opposed: 'oppose',
    opposing: 'oppose',
    against: 'oppose',
    for: 'support',
  })
  const priority = word<Priority>('priority', priorities, {
    hi: 'high',
    med: 'medium',
    lo: 'low',
    1: 'high',
    2: 'medium',
    3: 'low',
  })
  const tags = [
    ...new Set(
      cell('tags')
        .split(/[;,|]/u)
        .map((tag) => tag.trim().slice(0, MAX_TAG)),
    ),
  ].filter((tag) => tag !== '')
  const note = notes
    .filter((each) => each !== '')
    .join('\n')
    .slice(0, MAX_NOTE)
    .toWellFormed()
  return {
    ...(position === undefined ? {} : { position }),
    ...(priority === undefined ? {} : { priority }),
    ...(note === '' ? {} : { note }),
    ...(tags.length === 0 ? {} : { tags: tags.slice(0, MAX_TAGS) }),
  }
}
