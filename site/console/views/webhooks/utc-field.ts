import { textField } from '../../html/form-fields.ts'
import { html, type Markup } from '../../html/html.ts'

/** A day and time in UTC, as the API counts. */
export const utcField = (name: string, label: string, value?: string, isRequired = false): Markup =>
  textField(
    { name, label: `${label} (UTC)`, value },
    html` type="datetime-local"${isRequired && html` required`}`,
  )

/** `2026-11-30T14:05`, as a browser sends it, as an instant. Anything else is left to the API to refuse. */
export const utcOf = (text: string | undefined): string | undefined =>
  text !== undefined && /^\d{4}-\d\d-\d\dT\d\d:\d\d$/u.test(text) ? `${text}:00Z` : text
