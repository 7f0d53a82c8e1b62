import { type Static, Type } from 'typebox'
import { Closed, OrNull, Text } from '../fields.ts'
import { NOT_BLANK } from '../not-blank.ts'
import { BriefBill } from './sheet.ts'

export const MAX_IMPORT_CHARACTERS = 2_000_000
export const MAX_IMPORT_LINES = 10_000

const Header = Type.Optional(Type.String({ minLength: 1, maxLength: 200, examples: ['Leg. no.'] }))

export const ImportRequest = Closed({
  text: Type.String({
    minLength: 1,
    maxLength: MAX_IMPORT_CHARACTERS,
    pattern: NOT_BLANK,
    description: 'A list with one bill a line, or a CSV file whose first line names its columns',
    examples: ['HB 1234\nCA SB5 2025\nH.R. 1 (119th)'],
  }),
  format: Type.Optional(
    Type.Enum(['list', 'csv'], {
      description: 'Default: csv if the first line names a column with bill numbers',
    }),
  ),
  jurisdiction: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 100,
      pattern: NOT_BLANK,
      description: 'The place of lines that name none: postal code, name, division id or jurisdiction id',
    }),
  ),
  session: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 100,
      pattern: NOT_BLANK,
      description: 'The session of lines that name none: its identifier, its name, or a year in it',
    }),
  ),
  take_newest: Type.Optional(
    Type.Boolean({
      description:
        'If several bills of one place fit a line, it means the one of the newest session. Default: such a line comes back',
    }),
  ),
  columns: Type.Optional(
    Closed(
      {
        number: Header,
        jurisdiction: Header,
        session: Header,
        position: Header,
        priority: Header,
        note: Header,
        tags: Header,
      },
      { description: 'Names of columns of the CSV file, if they are not recognized' },
    ),
  ),
})
export type ImportRequest = Static<typeof ImportRequest>

/** Why a line did not become an item. */
export const importReasons = [
  'unreadable',
  'several_bills',
  'not_found',
  'ambiguous',
  'unknown_jurisdiction',
  'sheet_full',
] as const
export type ImportReason = (typeof importReasons)[number]

export const UnmatchedLine = Closed({
  line: Type.Integer({ minimum: 1, description: 'Number of the line in the text, from 1' }),
  text: Type.String({ description: 'The line, at most 500 characters of it' }),
  reason: Type.Enum([...importReasons]),
  suggestions: Type.Array(BriefBill, { description: 'Bills that may be meant, at most five' }),
})
export type UnmatchedLine = Static<typeof UnmatchedLine>

export const ImportAnswer = Closed({
  lines: Type.Integer({
    description: 'Lines with a text, without the line of column names: the sum of the others',
  }),
  added: Type.Integer({ minimum: 0 }),
  present: Type.Integer({
    minimum: 0,
    description: 'Lines whose bill is already in the sheet, or in an earlier line',
  }),
  unmatched: Type.Array(UnmatchedLine),
  format: Type.Enum(['list', 'csv']),
  columns: OrNull(
    Type.Record(Type.String(), Text, {
      description: 'The columns of the CSV file that were read, by what they mean',
    }),
  ),
})
