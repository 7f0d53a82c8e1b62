/** The facts of a bill by which it is compared with others. */
export type BillMatter = {
  readonly title: string
  readonly subjects: readonly string[]
  readonly abstracts: readonly string[]
  readonly classification: readonly string[]
}

/** More of it is cut off by the models anyway. */
const EMBEDDED_CHARACTERS = 2_000

/**
 * The text that a model reads: what people wrote about the bill. The text of the bill itself is not part of it, because
 * it begins with a letterhead, by which all bills of a state are alike. Neither are subjects, since each state has its own.
 */
export function embeddedText({ title, abstracts }: BillMatter): string {
  return [plainTitle(title), ...abstracts.filter((abstract) => !saysTheSame(abstract, title))]
    .map((part) => part.trim().replace(/\.+$/u, ''))
    .filter((part) => part !== '')
    .join('. ')
    .replace(/\s+/gu, ' ')
    .slice(0, EMBEDDED_CHARACTERS)
    .toWellFormed()
}

const saysTheSame = (abstract: string, title: string): boolean => squeezed(abstract) === squeezed(title)
const squeezed = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')

/** What a title says before its matter: `An act to amend the Education Law, in relation to`. */
const OPENING =
  /^(?:[^;]{0,300}?\b(?:in relation to|relat(?:ing|ive|ed) to|relates to|pertaining to|with respect to|concerning|regarding|providing for)\b|an?\s+(?:act|bill|resolution)\s+(?:to\b)?)\s*(?:the\s+)?/iu
/** A matter that comes later is not the opening of a title. */
const BEFORE = /^(?:an?\b|to\b|relat|provid|concern|regard|pertain|amend|creat|enact|repeal)/iu

/** The title without the words with which titles of a state begin. A title that has no others stays whole. */
export function plainTitle(title: string): string {
  const rest = BEFORE.test(title) ? title.replace(OPENING, '').trim() : title.trim()
  return rest.split(/\s+/u).length >= 2 ? rest : title.trim()
}
