import type { Static } from 'typebox'
import { defaultColumns, sheetColumns } from '../../../../schemas/http/sheets/sheet-columns.ts'
import type { StakeholderPage } from '../../../../schemas/http/sheets/stakeholder-page.ts'
import { columnLabels } from '../../../fragments/column-labels.ts'
import { columnFields, columnsOf } from '../../html/column-fields.ts'
import { choice, textArea, textField } from '../../html/form-fields.ts'
import { html, type Markup } from '../../html/html.ts'
import type { Sheet } from '../own-sheets.ts'

export type OwnPage = Static<typeof StakeholderPage>
type Settings = Pick<
  OwnPage,
  'sheet_id' | 'title' | 'slug' | 'introduction' | 'sort' | 'accent_color' | 'columns'
>

export const newSettings = (sheet: Sheet): Settings => ({
  sheet_id: sheet.id,
  title: sheet.name,
  slug: slugOf(sheet.name),
  introduction: '',
  sort: '-latest_action',
  accent_color: '0a58ca',
  columns: [...defaultColumns],
})

/** A name for an address: `Bills about bees!` is `bills-about-bees`. */
export const slugOf = (name: string): string =>
  name
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/gu, '-')
    .replace(/^-+|-+$/gu, '')
    .slice(0, 80)

const SORTS = sheetColumns.flatMap((column) => [
  { value: column, name: `${columnLabels[column]}, first to last` },
  { value: `-${column}`, name: `${columnLabels[column]}, last to first` },
])

export const pageFields = (settings: Settings, sheets: readonly Sheet[]): Markup => html`
${choice({
  name: 'sheet',
  label: 'Sheet',
  value: settings.sheet_id,
  options: sheets.map(({ id, name }) => ({ value: id, name })),
})}
${textField({ name: 'title', label: 'Title', value: settings.title }, html` required maxlength="200"`)}
${textField(
  {
    name: 'slug',
    label: 'Name in the address',
    value: settings.slug,
    hint: 'Small letters, digits and hyphens. A published page also stays at its former name.',
  },
  html` required minlength="3" maxlength="80" pattern="[a-z0-9]+(-[a-z0-9]+)*" autocapitalize="none" spellcheck="false"`,
)}
${choice({ name: 'sort', label: 'Order', value: settings.sort, options: SORTS })}
${textField({ name: 'accent_color', label: 'Color', value: `#${settings.accent_color}` }, html` type="color"`)}
${textArea(
  {
    name: 'introduction',
    label: 'Introduction',
    value: settings.introduction,
    rows: 4,
    hint: 'Plain text. An empty line begins a paragraph, and web addresses become links.',
  },
  html` maxlength="5000"`,
)}
${columnFields(settings.columns)}`

/** What the form says, as the API takes it. */
export const settingsOf = (form: Readonly<Record<string, string>>) => ({
  sheet_id: Number(form.sheet),
  title: form.title ?? '',
  slug: form.slug ?? '',
  introduction: (form.introduction ?? '').replaceAll('\r\n', '\n'),
  sort: form.sort ?? '',
  accent_color: (form.accent_color ?? '').replace('#', ''),
  columns: columnsOf(form),
})
