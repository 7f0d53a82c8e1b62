import { escapeHtml } from '../../runtime/http/escape-html.ts'
import type { SheetColumn, ShownBill } from '../../schemas/http/sheets/sheet-columns.ts'
import type { WidgetScorecard } from '../../schemas/http/widgets/widget-scorecard.ts'
import { message } from '../fragments/message.ts'
import { activityList, billTable } from './bills.ts'
import { framed, type Page } from './frame.ts'
import { type LeadFormData, leadForm } from './lead-form.ts'
import { type FoundOfficials, type Official, officialsFound, officialText } from './officials.ts'
import { scorecardTable } from './scorecard.ts'
import type { Theme } from './style.ts'

/** What the API says about a widget. */
export type EmbeddedWidget = {
  readonly type: string
  readonly name: string
  readonly origins: readonly string[]
  readonly theme: Theme
  readonly columns: readonly SheetColumn[]
  readonly bills: readonly ShownBill[]
  readonly legislator: Official | null
  readonly scorecard: WidgetScorecard | null
  readonly takes_leads: boolean
}

export type EmbedState = {
  readonly widget: EmbeddedWidget
  /** The path of the page, with where the visitor is. */
  readonly path: string
  readonly query: string
  readonly form: LeadFormData | undefined
  readonly address?: string
  readonly found?: FoundOfficials
  /** A signed preview: its account looks at it in the console, which is at another origin than its own sites. */
  readonly is_preview?: boolean
  /** Said above everything else, such as a refusal. */
  readonly notice?: string
}

/** The page in the frame. Without a form it is the same for every visitor. */
export function embedPage(state: EmbedState): Page {
  const { widget, notice, form, path, query, found, address } = state
  const content = [
    `<h1>${escapeHtml(widget.name)}</h1>`,
    notice === undefined ? '' : message(notice),
    contentOf(state),
    form === undefined
      ? ''
      : leadForm(form, `${path}/leads${query}`, { district: found && districtOf(found) }),
  ]
  const { name: title, theme } = widget
  const { is_preview = false } = state
  const origins = is_preview ? 'any' : widget.origins
  const isPersonal =
    state.is_preview === true || found !== undefined || notice !== undefined || address !== undefined
  const kept = isPersonal ? 'by_nobody' : form === undefined ? 'by_all' : 'by_visitor'
  return framed({ title, theme, origins, content: content.join('\n'), kept, is_preview })
}

function contentOf(state: EmbedState): string {
  const { widget } = state
  switch (widget.type) {
    case 'activity':
      return activityList(widget.bills)
    case 'legislator':
      return widget.legislator === null
        ? '<p class="hint">This legislator is not on file.</p>'
        : `<p>${officialText(widget.legislator)}</p>`
    case 'scorecard':
      return scorecardTable(widget.scorecard)
    case 'find-your-rep':
      return lookupForm(state)
    default:
      return billTable(widget.name, widget.columns, widget.bills)
  }
}

function lookupForm({ path, query, address = '', found }: EmbedState): string {
  return `<form method="post" action="${escapeHtml(path + query)}">
<label for="address">Street address, city and state</label>
<input id="address" name="address" required maxlength="500" value="${escapeHtml(address)}" autocomplete="street-address">
<p class="hint">The address is looked up and stored nowhere.</p>
<button>Find my legislators</button></form>
${found === undefined ? '' : `<section aria-labelledby="found"><h2 id="found">Your legislators</h2>${officialsFound(found)}</section>`}`
}

/** The district of the chamber with the smaller ones. */
function districtOf({ matched, divisions = [] }: FoundOfficials): string | undefined {
  if (!matched) return undefined
  const of = (tier: string) => divisions.find(({ type }) => type === tier)?.division_id
  return of('sldl') ?? of('sldu') ?? of('ward')
}
