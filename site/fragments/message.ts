import { escapeHtml } from '../../runtime/http/escape-html.ts'

/** A text that a screen reader announces when the page is shown. */
export const message = (text: string): string => `<p class="message" role="status">${escapeHtml(text)}</p>`
