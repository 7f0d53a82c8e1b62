/** The text of another law follows these words, so they say nothing without it. */
const LEAD_OF_LAW =
  /\b(?:as follows|to read|(?:adding|inserting|the following)\b[^.]{0,60})\s*[:—–-]+(?:\s*[\d.\-–:]+[A-Z]?\.?)?$/iu
/** `Public Law 87–590 is amended— (1) in the first section—`: what is amended follows. */
const AMENDMENT = /\b(?:is|are) (?:further )?amended\b[^.]{0,120}[:—–]$/iu
/** `Definitions -- Penalty -- Defenses.`: a heading of several parts. */
const HEADING = /--[^-]+--/u
const MODAL = /\b(?:shall|must|may|can|will|should)\b/iu
/** A clause whose subject is `that` or stands right after it: `that the person is`, `which would have`, `if he has`. */
const CLAUSE =
  /^[^,;]{0,80}\b(?:that|which|if|unless)\s+(?:(?:the|an?|any|such|he|she|it|they)\s+(?:\p{L}+\s+)?)?(?:is|are|was|were|has|have|had|would)\b/iu
const VERB = /(?<!\bto )\b(?:is|are|was|were|has|have|had|does|do|would|[\p{Ll}]{3,}(?:es|ts|ds|ns|ls))\b/gu
/** An item of a list: its subject stands before the list. `Is valid so long as`, `Uses that information`, `Whether a hold`. */
const ITEM =
  /^["“]?(?:(?:Is|Are|Was|Were|Has|Have|Had|Shall|May(?! \d)|Must|Should|Can|Will|Does|Do|Whether|Including)\b|(?:Require|Sign|Document|Maintain|Provide|Ensure|Submit|Notify|Hold|Possess|Comply|Pay|Include|Agree|Obtain) (?!.*\b(?:shall|must|may|can|will)\b)|\p{Lu}\p{Ll}+s (?:the|an?|any|all|each|every|no|that|his|her|its|their|such|or)\b(?!.*\b(?:shall|must|may|can|will)\b))/u
/** `A statement that the product: (a) Contains kratom`: the clause of a noun, and no verb of its own. */
const NOUN_AND_LIST = /^(?:An?|The|Any|Each) [^.:;]{0,60}\b(?:that|which|whether)\b(?<clause>[^.:;]{0,60}):/u
/** `A license that authorizes the licensee …`, `At least two people who have a background …`: the noun, and the verb of its clause. */
const NOUN_AND_CLAUSE =
  /^(?:An?|The|Any|Each|All|Other(?: such)?|At least \w+) [^.,:;]{2,60}? (?:that|which|who) \w+/u
const FINITE =
  /\b(?:is|are|was|were|has|have|had|does|do|would|appl(?:y|ies)|takes?|expires?|becomes?|remains?|commits?|constitutes?|means?|includes?)\b/u
/** `Establishment of protocols that assess …`: no verb before the clause. */
const NOUN_OF =
  /^\p{Lu}\p{Ll}+(?:ment|tion|sion|ance|ence|ing) of\b(?<head>.*?)(?:\b(?:that|which|who|whose)\b|$)/u
/** An item of a list ends so. */
const LIST_GOES_ON = /[;,](?: (?:and|or))?[;,]?$/u
/** `Except as provided in this section, if a person has violated the law.` */
const CONDITION = /^["“]?(?:Except [^,]{3,80}, )?(?:if|when|whenever|unless|where)\b[^,]*$/iu

/**
 * Whether the words are a part of a sentence, such as an item of a list: `A statement that the person is a citizen.` has no
 * verb of its own, and `To develop plans.` has none that says who.
 */
export function isFragment(words: string): boolean {
  if (LEAD_OF_LAW.test(words) || AMENDMENT.test(words) || HEADING.test(words)) return true
  if (/^["“]?To \p{Ll}/u.test(words)) return true
  if (ITEM.test(words)) return true
  const clause = NOUN_AND_LIST.exec(words)?.groups?.clause
  if (clause !== undefined && !MODAL.test(clause)) return true
  if (MODAL.test(words) || /^["“]?(?:That|Resolved)\b/u.test(words)) return false
  if (CONDITION.test(words)) return true
  if (NOUN_AND_CLAUSE.test(words) && !FINITE.test(words.replace(NOUN_AND_CLAUSE, ''))) return true
  const head = NOUN_OF.exec(words)?.groups?.head
  if (LIST_GOES_ON.test(words) || (head !== undefined && !FINITE.test(head))) return true
  return words.match(VERB)?.length === 1 && CLAUSE.test(words)
}
