/**
 * Publishers create a page before the text exists. These patterns match what such a page says. Only short documents
 * are checked, because a bill may mention texts that are not available.
 */
const NOT_YET =
  /\b(?:text|bill|document|version|law)s?\b.{0,60}\b(?:is|are|has|have)\s+(?:not\s+(?:yet\s+)?(?:been\s+)?(?:available|received|posted|published|printed)|unavailable)|\bnot\s+yet\s+available\b|\bcoming\s+soon\b|\bwill\s+be\s+(?:available|posted)\b|\bno\s+text\s+(?:is\s+)?available\b/iu
const MOST_CHARACTERS = 1500

/** Gives the words of the placeholder. Null if the document is a text. */
export function placeholderIn(lines: readonly string[]): string | null {
  const characters = lines.reduce((sum, line) => sum + line.length, 0)
  if (characters > MOST_CHARACTERS) return null
  const found = lines.find((line) => NOT_YET.test(line))
  return found === undefined ? null : found.slice(0, 200)
}
