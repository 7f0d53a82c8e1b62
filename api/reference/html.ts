import { escapeHtml } from '../../runtime/http/escape-html.ts'

/** Descriptions are plain text with `code` and paragraphs. */
export const prose = (text: string): string =>
  text
    .split(/\n{2,}/)
    .map((paragraph) => `<p>${inline(paragraph)}</p>`)
    .join('')

export const inline = (text: string): string =>
  escapeHtml(text).replace(/`([^`]+)`/g, (_, code: string) => `<code>${code}</code>`)

export const json = (value: unknown): string =>
  `<pre>${escapeHtml(JSON.stringify(value, undefined, 2) ?? '')}</pre>`

export const table = (heads: readonly string[], rows: readonly (readonly string[])[]): string =>
  rows.length === 0
    ? ''
    : `<div class="wide"><table><thead><tr>${heads.map((head) => `<th scope="col">${head}</th>`).join('')}</tr></thead><tbody>${rows
        .map((cells) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`)
        .join('')}</tbody></table></div>`
