import { sentenceRule } from '../grounding/rule.ts'

const VOTE = String.raw`vot(?:e|es|ed|ing)\b`
const HOUSE = '(?:house|senate|assembly|legislature|congress|chamber|committee|governor|president)'
/**
 * Claims about what happened to a bill. A text cannot say what happened to it later, so no quote proves them. The facts
 * come from the log.
 */
const CLAIMS: readonly RegExp[] = [
  /\b(?:co-?)?sponsor(?:s|ed|ing|ship)?\b/iu,
  /\b(?:introduced|authored|championed|backed|filed|proposed|offered|drafted|supported|opposed) by\b/iu,
  /\b(?:bipartisan|democrat(?:s|ic)?|republicans?|gop|party[- ]line|lawmakers?|legislators? (?:voted|passed|approved))\b/iu,
  new RegExp(
    String.raw`\b${HOUSE}\b[^.]{0,30}\b(?:passed|approved|adopted|rejected|voted|vetoed|signed|killed)\b`,
    'iu',
  ),
  new RegExp(
    String.raw`\b(?:passed|approved|adopted|rejected|vetoed|signed|killed) (?:by|in|through|into) (?:the )?(?:\w+ )?(?:${HOUSE}|law)\b`,
    'iu',
  ),
  new RegExp(
    String.raw`\b(?:passed|cleared|failed|died|stalled|advanced)\b[^.]{0,20}\b(?:the )?(?:state )?${HOUSE}\b`,
    'iu',
  ),
  /\b(?:became|becomes|become|is now|already) (?:the )?law\b/iu,
  /\b(?:unanimous(?:ly)?|by a vote of|roll[- ]call|\d+\s*(?:-|–|to)\s*\d+ vote)\b/iu,
  /\b(?:was|has been|were|have been) (?:enacted|vetoed|signed|passed|defeated|tabled|withdrawn)\b/iu,
  new RegExp(String.raw`\b${VOTE} (?:for|against|on) (?:the|this) (?:bill|measure|act|proposal)\b`, 'iu'),
]

/**
 * No claims on votes, sponsors or status. A law about voting may say `the board approved by the senate`: the same words in a
 * cited section allow it.
 */
export const procedure = sentenceRule('procedure', (sentence, bill) =>
  CLAIMS.flatMap((claim) => {
    const found = claim.exec(sentence.text)
    if (found === null || isLaw(found[0], bill.cited(sentence))) return []
    return [`"${found[0]}" is a claim about votes, sponsors or status.`]
  }),
)

/** Alone, words such as `sponsor` or `already law` are law if a cited section has exactly them. */
const isLaw = (claim: string, law: string): boolean =>
  law.toLowerCase().replace(/\s+/gu, ' ').includes(claim.toLowerCase().replace(/\s+/gu, ' '))
