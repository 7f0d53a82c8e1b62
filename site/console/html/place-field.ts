import { jurisdictions } from '../../../schemas/vocabulary/jurisdictions.ts'
import { textField } from './form-fields.ts'
import { html, type Markup } from './html.ts'

/** A place by its name or postal code. The browser offers the names. A page has at most one such field. */
export const placeField = (value: string | undefined): Markup =>
  html`${textField({ name: 'jurisdiction', label: 'Place', value }, html` maxlength="300" list="places" placeholder="Ohio, oh, Congress"`)}<datalist id="places">${jurisdictions.map(({ name }) => html`<option value="${name}"></option>`)}</datalist>`
