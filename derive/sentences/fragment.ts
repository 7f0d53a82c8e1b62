/** The text of another law follows these words, so they say nothing without it. */
const LEAD_OF_LAW = /\b(?:as follows|to read|(?:adding|inserting|the following)\b[^.]{0,60})\s*[:—–-]+$/iu
/** `Definitions -- Penalty -- Defenses.`: a heading of several parts. */
const HEADING = /--[^-]+--/u
const MODAL = /\b(?:shall|must|may|can|will|should)\b/iu
/** A clause whose subject is `that` or stands right after it: `that the person is`, `which would have`, `if he has`. */
const CLAUSE =
  /^[^,;]{0,80}\b(?:that|which|if|unless)\s+(?:(?:the|an?|any|such|he|she|it|they)\s+(?:\p{L}+\s+)?)?(?:is|are|was|were|has|have|had|would)\b/iu
const VERB = /\b(?:is|are|was|were|has|have|had|does|do|would|[\p{Ll}]{3,}(?:es|ts|ds|ns|ls))\b/gu

/**
 * Whether the words are a part of a sentence, such as an item of a list: `A statement that the person is a citizen.` has no
 * verb of its own, and `To develop plans.` has none that says who.
 */
export function isFragment(words: string): boolean {
  if (LEAD_OF_LAW.test(words) || HEADING.test(words) || /^["“]?To \p{Ll}/u.test(words)) return true
  if (MODAL.test(words) || /^["“]?(?:That|Resolved)\b/u.test(words)) return false
  return words.match(VERB)?.length === 1 && CLAUSE.test(words)
}
