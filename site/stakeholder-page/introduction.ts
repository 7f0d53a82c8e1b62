import { escapeHtml } from '../../runtime/http/escape-html.ts'

const ADDRESS = /https?:\/\/[^\s<>"'`]+/giu
/** Signs at the end of an address that belong to the sentence. */
const END = /[.,;:!?)\]}'"]+$/u

/** Plain text as HTML: paragraphs, lines, and links of http and https addresses. Nothing else becomes markup. */
export const introductionHtml = (text: string): string =>
  text
    .split(/\n\s*\n/u)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '')
    .map((paragraph) => `<p>${paragraph.split('\n').map(linked).join('<br>')}</p>`)
    .join('')

function linked(line: string): string {
  let html = ''
  let end = 0
  for (const match of line.matchAll(ADDRESS)) {
    const address = match[0].replace(END, '')
    html += escapeHtml(line.slice(end, match.index)) + linkTo(address, address)
    end = match.index + address.length
  }
  return html + escapeHtml(line.slice(end))
}

/** A link, if the address is an http or https one, or else its text. */
export function linkTo(address: string, text: string): string {
  const url = URL.parse(address)
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) return escapeHtml(text)
  return `<a href="${escapeHtml(url.href)}" rel="nofollow noopener noreferrer">${escapeHtml(text)}</a>`
}
