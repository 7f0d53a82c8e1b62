import { html, type Markup } from './html.ts'

/**
 * What visitors see, as it is now. The frame comes from the origin of public pages and may do nothing: no script, no form, no
 * window. Its page is also a link, for a person who wants to try it.
 */
export const previewFrame = (title: string, address: string): Markup => html`<section><h2>Preview</h2>
<p><a href="${address}" rel="noreferrer" target="_blank">Open the preview in a new tab</a></p>
<iframe class="preview" src="${address}" title="${title}" sandbox="" loading="lazy" referrerpolicy="no-referrer"></iframe></section>`
