import { escapeHtml } from '../../../runtime/http/escape-html.ts'

/** Text that is markup already. Everything else is escaped where it is put in. */
export class Markup {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

export type Part = Markup | string | number | null | undefined | false | readonly Part[]

/** Writes HTML. Values are escaped, lists are joined, and null, undefined and false give nothing. */
export const html = (strings: TemplateStringsArray, ...parts: readonly Part[]): Markup =>
  new Markup(String.raw({ raw: strings }, ...parts.map(textOf)))

function textOf(part: Part): string {
  if (part === null || part === undefined || part === false) return ''
  if (part instanceof Markup) return part.text
  if (typeof part === 'object') return part.map(textOf).join('')
  return escapeHtml(String(part))
}
