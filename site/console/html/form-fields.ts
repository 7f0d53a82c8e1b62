import { html, Markup, type Part, type Written } from './html.ts'

type Field = {
  readonly name: string
  readonly label: string
  readonly value?: string | number | null | undefined
  /** What a person should know before filling it in. */
  readonly hint?: string
  /** Differs from the name if several forms of a page have a field of this name. */
  readonly id?: string
  /** It has a line of its own. */
  readonly is_wide?: boolean
}

const labelOf = ({ name, label, id = name }: Field): Markup => html`<label for="${id}">${label}</label>`

const hintOf = ({ name, hint, id = name }: Field): Part =>
  hint !== undefined && html`<p class="hint" id="${id}-hint">${hint}</p>`

const describedBy = ({ name, hint, id = name }: Field): Part =>
  hint !== undefined && html` aria-describedby="${id}-hint"`

/** What the person wrote before the form was refused, or else the value that is stored. */
const currentValue = ({ name, value }: Field, written: Written | undefined) => written?.[name] ?? value

/** A line of text. `more` has the attributes of its kind, such as `type="number" min="1"`. */
export const textField = (field: Field, more: Part = html` maxlength="200"`): Markup =>
  html`<div${field.is_wide === true && html` class="full"`}>${labelOf(field)}<input id="${field.id ?? field.name}" name="${field.name}" value="${(written) => currentValue(field, written)}"${describedBy(field)}${more}>${hintOf(field)}</div>`

/** Several lines of text. */
export const textArea = (field: Field & { readonly rows: number }, more: Part = null): Markup =>
  // The line that follows the tag is not part of the text: a text may begin with an empty one.
  html`<div class="full">${labelOf(field)}<textarea id="${field.id ?? field.name}" name="${field.name}" rows="${field.rows}"${describedBy(field)}${more}>
${(written) => currentValue(field, written)}</textarea>${hintOf(field)}</div>`

export type Option = { readonly value: string | number; readonly name: string }

/** One of several values. `value` is the chosen one. */
export const choice = (field: Field & { readonly options: readonly Option[] }): Markup =>
  html`<div>${labelOf(field)}<select id="${field.id ?? field.name}" name="${field.name}"${describedBy(field)}>${(
    written,
  ) =>
    field.options.map(
      ({ value, name }) =>
        html`<option value="${value}"${String(value) === String(currentValue(field, written) ?? '') && html` selected`}>${name}</option>`,
    )}</select>${hintOf(field)}</div>`

/** Yes if its box is checked: the form then has the name with the value `yes`. Otherwise it lacks the name. */
export const checkBox = (field: Field): Markup => {
  const { name, label, value } = field
  const isChecked = (written?: Written) => (written === undefined ? value : written[name]) === 'yes'
  return html`<div><p class="check"><input type="checkbox" id="${name}" name="${name}" value="yes"${describedBy(field)}${(written) => isChecked(written) && html` checked`}><label for="${name}">${label}</label></p>${hintOf(field)}</div>`
}

/** Fields beside each other, with a button below them. */
export const fieldsWith = (button: Part, fields: Part): Markup =>
  html`<div class="fields">${fields}<p class="act full">${button instanceof Markup ? button : html`<button>${button}</button>`}</p></div>`

export const fieldset = (legend: string, fields: Part, hint?: string): Markup =>
  html`<fieldset class="full"><legend>${legend}</legend>${hint !== undefined && html`<p class="hint">${hint}</p>`}<div class="fields">${fields}</div></fieldset>`

/** The lines of a text that are not empty. */
export const linesOf = (text: string | undefined): readonly string[] =>
  (text ?? '')
    .split(/\r?\n/u)
    .map((line) => line.trim())
    .filter((line) => line !== '')

/**
 * The id of a bill or person, which people write as a number or as the address of its page. Another text is returned as it
 * is: the API refuses it and names it.
 */
export function idOf(text = ''): number | string {
  const [, id] = /^(?:\S*\/)?(\d+)\/?(?:[?#]\S*)?$/u.exec(text.trim()) ?? []
  return id === undefined ? text : Number(id)
}
