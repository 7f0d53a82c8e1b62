import { tokensOf } from '../../runtime/words/tokens.ts'
import type { Fact, FactReader } from './fact.ts'

/** Forms of words that speak about the search and not about its subject, at the beginning or end of a question. */
const filler = new Set(
  `show find list give tell get see search look want need please know information bill legislation measure proposal
   proposed anything something relating relate related regarding concerning concern deal currently current recent recently
   new newest latest state session introduce introduced try exist thanks thank`.split(/\s+/u),
)
/** Words that are a subject if one of these follows: `law enforcement`, `bill of rights`, `new car`. */
const kept: Readonly<Record<string, RegExp>> = {
  law: /^s?\s+(?:enforcement|school|librar|firm|clerk)/iu,
  search: /^\s+(?:warrant|and)/iu,
  information: /^\s+(?:technology|security|privacy)/iu,
  deal: /^(?!\w*\s+with\b)/iu,
  bill: /^\s+of\s+rights/iu,
  state: /^(?!s\b)/iu,
  new: /^(?!\s+(?:bills?|laws?|legislation|measures?|proposals?)\b)/iu,
}
/** `law` alone is a subject too, unless the question asks for a law. */
const isAskedLaw = (before: string): boolean =>
  /(?:\b(?:a|any|the|what|which|this|new)\s+|^\s*)$/iu.test(before)

/**
 * Finds the words around the subject: `show me all bills about …`. Words within the subject stay, whatever they are.
 */
export const fillerWords: FactReader = (question) => {
  const tokens = tokensOf(question).filter(({ joins }) => joins === 1)
  const isFiller = ({ form, start }: (typeof tokens)[number]) => {
    const before = question.slice(0, start)
    const after = question.slice(start + form.length)
    if (kept[form]?.test(after) === true) return false
    return filler.has(form) || (form === 'law' && isAskedLaw(before))
  }
  const first = tokens.findIndex((token) => !isFiller(token))
  const last = tokens.findLastIndex((token) => !isFiller(token))
  const around = first === -1 ? tokens : [...tokens.slice(0, first), ...tokens.slice(last + 1)]
  return around.map(({ start, end }): Fact => ({ start, end, filters: {} }))
}
