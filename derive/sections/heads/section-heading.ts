const MOST_CHARACTERS = 250
/** Words in capitals up to a dot or the end, such as `AMENDMENT.` or `EFFECTIVE DATE`. */
const CAPITALS =
  /^((?:[^\p{Ll}.]|(?<=\b\p{Lu}(?:\.\p{Lu})*)\.)*\p{Lu}{3,}(?:[^\p{Ll}.]|(?<=\b\p{Lu}(?:\.\p{Lu})*)\.)*)(?:\.|$)/u
/** A sentence or the beginning of one. */
const SENTENCE = /[.;:,—]["”]?$/u
const VERB = /\b(?:is|are|be|shall|may|takes?|becomes?|means|reads?|repealed|amended|enacted|of this act)\b/iu

/**
 * Gives the heading in the words after the number of a section: words in capitals, or a line that is not a sentence.
 * null if the text of the section follows the number at once.
 */
export function headingOf(rest: string): string | null {
  const words = rest.replace(/\s*\}$/u, '')
  if (words === '' || words.length > MOST_CHARACTERS) return null
  const capitals = CAPITALS.exec(words)?.[1]?.trim()
  if (capitals !== undefined) return capitals.replace(/\s+-$/u, '')
  if (!SENTENCE.test(words)) return VERB.test(words) && /^(?:Section|AS|RCW)\b/u.test(words) ? null : words
  const title = words.endsWith('.') ? words.slice(0, -1) : ''
  const isTitle = title !== '' && title.split(' ').length <= 6 && !VERB.test(title) && !/[.;:,]/u.test(title)
  return isTitle ? title : null
}
