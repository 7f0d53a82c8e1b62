import { escapeHtml } from '../../../runtime/http/escape-html.ts'

/** What a person wrote into a form: its fields by name. */
export type Written = Readonly<Record<string, string>>

/** Text that is markup already. Everything else is escaped where it is put in. */
export class Markup {
  readonly #text: string | ((written?: Written) => string)
  constructor(text: string | ((written?: Written) => string)) {
    this.#text = text
  }
  get text(): string {
    return this.textWith()
  }
  /** The fields of a form get their values from `written`. */
  textWith(written?: Written): string {
    return typeof this.#text === 'string' ? this.#text : this.#text(written)
  }
}

/** A function gives a part that depends on what was written into the form around it. */
export type Part =
  | Markup
  | string
  | number
  | null
  | undefined
  | false
  | ((written?: Written) => Part)
  | readonly Part[]

/** Writes HTML. Values are escaped, lists are joined, and null, undefined and false give nothing. */
export const html = (strings: TemplateStringsArray, ...parts: readonly Part[]): Markup =>
  new Markup((written) => String.raw({ raw: strings }, ...parts.map((part) => textOf(part, written))))

function textOf(part: Part, written: Written | undefined): string {
  if (part === null || part === undefined || part === false) return ''
  if (part instanceof Markup) return part.textWith(written)
  if (typeof part === 'function') return textOf(part(written), written)
  if (typeof part === 'object') return part.map((each) => textOf(each, written)).join('')
  return escapeHtml(String(part))
}
