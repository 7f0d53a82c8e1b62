import type { Static } from 'typebox'
import { type ImportAnswer, MAX_IMPORT_CHARACTERS } from '../../../../schemas/http/sheets/sheet-import.ts'
import { checkBox, fieldsWith, textArea, textField } from '../../html/form-fields.ts'
import { html, type Markup, type Part } from '../../html/html.ts'
import { notice, placeName, table } from '../../html/pieces.ts'
import { type Body, postForm, type Viewer } from '../../html/shell.ts'
import type { Sheet } from '../own-sheets.ts'
import type { Action, View } from '../view.ts'

type Answer = Static<typeof ImportAnswer>
type Unmatched = Answer['unmatched'][number]
type Form = Readonly<Record<string, string>>

/** A character of a form has up to nine bytes. */
const MOST_BYTES = 4 * MAX_IMPORT_CHARACTERS

export const importView: View = {
  path: '/console/sheets/:id/import',
  section: '/console/sheets',
  async show(ask, { viewer, params }) {
    const sheet = await ask.get<Sheet>(`/v1/bill_sheets/${params.id}`)
    return { title: `Add bills to ${sheet.name}`, content: importForm(viewer, sheet.id) }
  },
}

const importForm = (viewer: Viewer, id: number | string, before: Form = {}): Markup =>
  postForm(
    viewer,
    `/console/sheets/${id}/import`,
    fieldsWith('Add the bills', [
      textArea(
        {
          name: 'text',
          label: 'List or CSV file',
          value: before.text,
          rows: 10,
          hint: 'One bill a line, such as WA HB 1234 or H.R. 1 (119th). Or the text of a CSV file whose first line names its columns: number, state, session, position, priority, notes, tags.',
        },
        html` required spellcheck="false"`,
      ),
      textField(
        { name: 'jurisdiction', label: 'Place of lines that name none', value: before.jurisdiction },
        html` maxlength="100"`,
      ),
      textField(
        { name: 'session', label: 'Session of lines that name none', value: before.session },
        html` maxlength="100"`,
      ),
      checkBox({
        name: 'take_newest',
        label: 'If several bills fit a line, take the newest',
        value: before.take_newest,
      }),
    ]),
  )

export const importAction: Action = {
  path: '/console/sheets/:id/import',
  section: '/console/sheets',
  most_bytes: MOST_BYTES,
  async act(ask, { viewer, params, form }) {
    const answer = await ask.send<Answer>('POST', `/v1/bill_sheets/${params.id}/import`, {
      text: form.text ?? '',
      jurisdiction: form.jurisdiction,
      session: form.session,
      take_newest: form.take_newest === 'yes',
    })
    return importedBody(viewer, params.id!, { answer, form })
  },
}

const REASONS: { readonly [R in Unmatched['reason']]: string } = {
  unreadable: 'No number stands at the beginning of the line.',
  several_bills: 'The line names several bills: write one a line.',
  not_found: 'No bill has this number there.',
  ambiguous: 'Several bills fit.',
  unknown_jurisdiction: 'The place does not exist.',
  sheet_full: 'The sheet is full.',
}

function importedBody(viewer: Viewer, id: string, { answer, form }: { answer: Answer; form: Form }): Body {
  const { lines, added, present, unmatched } = answer
  return {
    title: 'Bills were added',
    content: html`${notice(`Of ${lines} lines, ${added} were added, ${present} were there already, and ${unmatched.length} came back.`, unmatched.length > 0 ? 'bad' : 'good')}
<p><a href="/console/sheets/${id}">Go on to the sheet</a></p>
${
  unmatched.length > 0 &&
  html`<section><h2>Lines that came back</h2>${table(['Line', 'Text', 'Why', 'Perhaps'], unmatched.map(backCells))}</section>
<section><h2>Correct them and try again</h2>${importForm(viewer, id, { ...form, text: unmatched.map(({ text }) => text).join('\n') })}</section>`
}`,
  }
}

const backCells = ({ line, text, reason, suggestions }: Unmatched): readonly Part[] => [
  line,
  text,
  REASONS[reason],
  suggestions.map(
    ({ id, identifier, jurisdiction, session }) =>
      html`<a href="/console/bills/${id}">${identifier ?? `Bill ${id}`}</a> (${placeName(jurisdiction)}, ${session}) `,
  ),
]
