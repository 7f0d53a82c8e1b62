import type { Static } from 'typebox'
import { defaultColumns, type SheetColumn } from '../../../../schemas/http/sheets/sheet-columns.ts'
import type { Theme, WidgetItem, WidgetType } from '../../../../schemas/http/widgets/widget.ts'
import { columnFields, columnsOf } from '../../html/column-fields.ts'
import { checkBox, choice, fieldset, idOf, linesOf, textArea, textField } from '../../html/form-fields.ts'
import { html, type Markup, type Part } from '../../html/html.ts'
import type { Sheet } from '../own-sheets.ts'

type Form = Readonly<Record<string, string>>
export type Settings = Pick<
  WidgetItem,
  'type' | 'name' | 'origins' | 'shows' | 'columns' | 'limit' | 'theme' | 'lookups' | 'leads'
>
/** What a form offers to choose from. */
export type Offered = {
  readonly sheets: readonly Sheet[]
  readonly scorecards: readonly { readonly id: number; readonly title: string }[]
}

/** What each type shows, for the person who chooses one. */
export const TYPES: readonly { readonly type: WidgetType; readonly name: string; readonly shows: string }[] =
  [
    { type: 'bill-grid', name: 'Table of bills', shows: 'the bills of a sheet or of a search' },
    {
      type: 'activity',
      name: 'Latest actions',
      shows: 'what happened last to the bills of a sheet or of a search',
    },
    { type: 'bill', name: 'One bill', shows: 'a bill with its progress' },
    { type: 'legislator', name: 'One person', shows: 'a legislator with contact' },
    { type: 'scorecard', name: 'Scorecard', shows: 'the scores of a published scorecard' },
    {
      type: 'find-your-rep',
      name: 'Find your legislators',
      shows: 'a form for an address, and the officials',
    },
  ]

export const typeName = (type: string): string => TYPES.find((one) => one.type === type)?.name ?? type

const hasBills = (type: WidgetType): boolean => type === 'bill-grid' || type === 'activity'
const COLORS: Static<typeof Theme> = { accent: '#0a58ca', background: '#ffffff', text: '#1b1f24' }
const BILL_COLUMNS: readonly SheetColumn[] = ['identifier', 'title', 'status', 'latest_action']

/** A new widget. The address of the page may name what it shows: a link on a bill or a person does. */
export function newSettings(type: WidgetType, query: Form, { sheets }: Offered): Settings {
  const { bill, legislator, sheet, name = '' } = query
  const chosen = sheets.find(({ id }) => String(id) === sheet) ?? sheets[0]
  const shows = {
    bill_ids: bill === undefined ? undefined : [Number(bill)],
    legislator_id: legislator === undefined ? undefined : Number(legislator),
    sheet_id: hasBills(type) ? chosen?.id : undefined,
  }
  return {
    type,
    name,
    origins: [],
    shows: shows as Settings['shows'],
    columns: [...(type === 'bill' ? BILL_COLUMNS : defaultColumns)],
    limit: 25,
    theme: COLORS,
    lookups: type === 'find-your-rep' ? { daily_cap: 50, use_credits: false } : null,
    leads: null,
  }
}

export const widgetFields = (settings: Settings, offered: Offered): Markup => html`
${textField({ name: 'name', label: 'Heading', value: settings.name }, html` required maxlength="100"`)}
${shownFields(settings, offered)}
${textArea(
  {
    name: 'origins',
    label: 'Sites that may show it',
    value: settings.origins.join('\n'),
    rows: 3,
    hint: 'One address a line, without a path, such as https://www.example.org',
  },
  html` required`,
)}
${(hasBills(settings.type) || settings.type === 'bill') && columnFields(settings.columns)}
${fieldset('Colors', [
  color('accent', 'Accent', settings),
  color('background', 'Background', settings),
  color('text', 'Text', settings),
])}
${leadFields(settings.leads)}`

const color = (name: keyof typeof COLORS, label: string, { theme }: Settings): Markup =>
  textField({ name, label, value: theme[name] }, html` type="color"`)

function shownFields({ type, shows, limit, lookups }: Settings, { sheets, scorecards }: Offered): Part {
  switch (type) {
    case 'bill-grid':
    case 'activity':
      return fieldset(
        'What it shows',
        [
          choice({
            name: 'sheet',
            label: 'Sheet',
            value: shows.sheet_id ?? null,
            options: [
              { value: '', name: 'No sheet: a search' },
              ...sheets.map(({ id, name }) => ({ value: id, name })),
            ],
          }),
          textField({ name: 'q', label: 'Words', value: shows.search?.q }, html` maxlength="300"`),
          textField(
            { name: 'jurisdiction', label: 'Place', value: shows.search?.jurisdiction },
            html` maxlength="300"`,
          ),
          textField(
            { name: 'limit', label: 'Most bills', value: limit },
            html` type="number" min="1" max="100" required`,
          ),
        ],
        'A search is used only if no sheet is chosen.',
      )
    case 'bill':
      return textField(
        {
          name: 'bill',
          label: 'Bill',
          value: shows.bill_ids?.[0],
          hint: 'The address of its page here, or the number at its end',
        },
        html` required maxlength="300"`,
      )
    case 'legislator':
      return textField(
        {
          name: 'legislator',
          label: 'Person',
          value: shows.legislator_id,
          hint: 'The address of the page of the person here, or the number at its end',
        },
        html` required maxlength="300"`,
      )
    case 'scorecard':
      return choice({
        name: 'scorecard',
        label: 'Scorecard',
        value: shows.scorecard_id ?? null,
        options: scorecards.map(({ id, title }) => ({ value: id, name: title })),
      })
    case 'find-your-rep':
      return [
        textField(
          { name: 'daily_cap', label: 'Most lookups in a day', value: lookups?.daily_cap ?? 50 },
          html` type="number" min="1" max="1000000" required`,
        ),
        checkBox({
          name: 'use_credits',
          label: 'Use bought lookups after those of the month',
          value: lookups?.use_credits === true ? 'yes' : null,
        }),
      ]
  }
}

const leadFields = (leads: Settings['leads']): Markup =>
  fieldset(
    'Sign-up form',
    [
      textField(
        { name: 'leads_heading', label: 'Heading of the form', value: leads?.heading },
        html` maxlength="100"`,
      ),
      textArea(
        { name: 'leads_consent', label: 'What a visitor agrees to', value: leads?.consent_text, rows: 2 },
        html` maxlength="2000"`,
      ),
      textArea({
        name: 'leads_questions',
        label: 'Questions',
        value: leads?.questions.join('\n'),
        rows: 2,
        hint: 'One a line, at most five',
      }),
    ],
    'Visitors can sign up if you write what they agree to.',
  )

/** What the form says, as the API takes it. */
export function settingsOf(type: WidgetType, form: Form): object {
  const { accent = '', background = '', text = '', leads_consent } = form
  const leads =
    leads_consent === undefined
      ? null
      : {
          heading: form.leads_heading ?? 'Stay informed',
          consent_text: leads_consent,
          questions: linesOf(form.leads_questions),
        }
  const settings = {
    name: form.name ?? '',
    origins: linesOf(form.origins).map(withProtocol),
    theme: { accent, background, text },
    leads,
    ...shownOf(type, form),
  }
  return settings
}

/** A person writes `www.example.org`. */
const withProtocol = (origin: string): string => (origin.includes('://') ? origin : `https://${origin}`)

function shownOf(type: WidgetType, form: Form): object {
  const columns = columnsOf(form)
  switch (type) {
    case 'bill-grid':
    case 'activity': {
      const search = { q: form.q, jurisdiction: form.jurisdiction }
      const shows = form.sheet === undefined ? { search } : { sheet_id: Number(form.sheet) }
      return { shows, columns, limit: Number(form.limit) }
    }
    case 'bill':
      return { shows: { bill_ids: [idOf(form.bill)] }, columns }
    case 'legislator':
      return { shows: { legislator_id: idOf(form.legislator) } }
    case 'scorecard':
      return { shows: { scorecard_id: Number(form.scorecard) } }
    case 'find-your-rep':
      return {
        lookups: { daily_cap: Number(form.daily_cap), use_credits: form.use_credits === 'yes' },
      }
  }
}
