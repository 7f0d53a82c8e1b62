import { type SheetColumn, sheetColumns } from '../../../schemas/http/sheets/sheet-columns.ts'
import { columnLabels } from '../../fragments/column-labels.ts'
import { fieldset, textField } from './form-fields.ts'
import { html, type Markup } from './html.ts'

const PREFIX = 'column_'

/** A number for each column: its place from left to right. */
export const columnFields = (chosen: readonly string[]): Markup =>
  fieldset(
    'Columns',
    sheetColumns.map((column) => {
      const place = chosen.indexOf(column)
      const value = place < 0 ? null : place + 1
      return textField(
        { name: `${PREFIX}${column}`, label: columnLabels[column], value },
        html` type="number" min="1" max="${sheetColumns.length}"`,
      )
    }),
    'Number the columns from left to right. An empty field hides a column. Visitors see your position, priority, note and tags only if you number them.',
  )

/** The columns that have a number, in the order of their numbers. Columns of the same number stay in the usual order. */
export function columnsOf(form: Readonly<Record<string, string>>): readonly SheetColumn[] {
  const placeOf = (column: SheetColumn) => Number(form[`${PREFIX}${column}`])
  return sheetColumns
    .filter((column) => form[`${PREFIX}${column}`] !== undefined)
    .toSorted((a, b) => placeOf(a) - placeOf(b))
}
