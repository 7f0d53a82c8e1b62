import { sentenceRule } from '../grounding/rule.ts'
import { phraseOf } from '../values/plain-words.ts'

/** Words that judge a bill and do not say what it does. Many also stand in laws: `good faith`, `historic buildings`. */
const VERDICTS =
  /\b(?:good|great|better|best|bad|worse|worst|excellent|wonderful|terrible|awful|harmful|beneficial|helpful|dangerous|reckless|landmark|historic|groundbreaking|sweeping|radical|extreme|controversial|divisive|popular|unpopular|much-needed|long-overdue|overdue|common-?sense|sensible|reasonable|unreasonable|fair|unfair|just|unjust|wise|unwise|important|significant|critical|crucial|vital|essential|major|minor|modest|ambitious|comprehensive|robust|innovative|flawed|misguided|welcome|commendable|unfortunately|fortunately|sadly|thankfully|clearly|obviously|simply|merely|draconian|burdensome|wasteful|unconstitutional|constitutional|partisan|victory|triumph|attack on|step forward|step backward)\b/giu
const BILL =
  /^(?:bill|act|law|legislation|measure|proposal|reform|step|resolution|ordinance|change|idea)s?$/iu

/** A verdict word is allowed only with the word after it, as the cited sections have both, and never about the bill. */
export const verdicts = sentenceRule('verdicts', (sentence, bill) => {
  const found = [...sentence.text.matchAll(VERDICTS)]
  if (found.length === 0) return []
  const law = phraseOf(bill.cited(sentence))
  return found
    .filter((match) => {
      const after = /^[\s-]+([\p{L}'’]+)/u.exec(sentence.text.slice(match.index + match[0].length))?.[1]
      const isOfLaw =
        after !== undefined && !BILL.test(after) && law.includes(phraseOf(`${match[0]} ${after}`))
      return !isOfLaw
    })
    .map(([word]) => `"${word}" is a verdict.`)
})
