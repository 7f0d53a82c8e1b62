import { findSynonyms } from '../../../runtime/words/synonyms/find-synonyms.ts'
import { type Token, tokensOf } from '../../../runtime/words/tokens.ts'

/** A word or phrase that may be in a bill. */
export type AskedTerm = {
  /** As printed in the question, or as the synonym is printed. */
  readonly text: string
  readonly forms: readonly string[]
  /** The form as a `tsquery`: a phrase keeps its order. */
  readonly query: string
}

/** Something that a question is about: its words, and what else it is called. A bill has it by either. */
export type Concept = {
  readonly words: readonly AskedTerm[]
  readonly synonyms: readonly AskedTerm[]
}

/** A longer question has few words that matter. */
const MAX_CONCEPTS = 24
const MAX_SYNONYMS = 8

/** The things that a question is about. Each word belongs to one of them. A word that is repeated counts once. */
export function conceptsOf(subject: string): readonly Concept[] {
  const tokens = tokensOf(subject)
  const words = tokens.filter(({ joins }) => joins === 1)
  const spans = findSynonyms(words.map(({ form }) => form))
  const known = new Set<string>()
  const fresh = (token: Token): AskedTerm[] => {
    if (known.has(token.form)) return []
    known.add(token.form)
    return [wordTerm(subject, token)]
  }
  const concepts: Concept[] = []
  for (let index = 0; index < words.length; index += 1) {
    const span = spans.find(({ from }) => from === index)
    const own = words.slice(index, span?.to ?? index + 1).flatMap(fresh)
    if (own.length > 0) concepts.push({ words: own, synonyms: (span?.synonyms ?? []).flatMap(phraseTerm) })
    if (span !== undefined) index = span.to - 1
  }
  for (const token of tokens.filter(({ joins }) => joins > 1)) {
    const own = fresh(token)
    if (own.length > 0) concepts.push({ words: own, synonyms: [] })
  }
  const hasAll = ({ forms }: AskedTerm) => forms.every((form) => known.has(form))
  return concepts.slice(0, MAX_CONCEPTS).map((concept) => ({
    words: concept.words,
    synonyms: concept.synonyms.filter((term) => !hasAll(term)).slice(0, MAX_SYNONYMS),
  }))
}

function wordTerm(subject: string, { form, start, end }: Token): AskedTerm {
  return { text: subject.slice(start, end).toLowerCase(), forms: [form], query: quoted(form) }
}

/** A text as one phrase. Small words within it keep their places: `leaving the scene`. Empty if it has no other words. */
export function phraseTerm(text: string): AskedTerm[] {
  const tokens = tokensOf(text).filter(({ joins }) => joins === 1)
  const [first, ...rest] = tokens
  if (first === undefined) return []
  let query = quoted(first.form)
  let last = first.position
  for (const { form, position } of rest) {
    query += ` <${position - last}> ${quoted(form)}`
    last = position
  }
  return [{ text, forms: tokens.map(({ form }) => form), query }]
}

const quoted = (form: string): string => `'${form.replaceAll("'", "''").replaceAll('\\', '\\\\')}'`

/** The terms that a text has: a phrase in its order, with nothing but small words between. */
export function termsIn(text: string, terms: readonly AskedTerm[]): readonly AskedTerm[] {
  const tokens = tokensOf(text)
  const words = tokens.filter(({ joins }) => joins === 1).map(({ form }) => form)
  const phrases = ` ${words.join(' ')} `
  const all = new Set(tokens.map(({ form }) => form))
  return terms.filter(({ forms }) =>
    forms.length === 1 ? all.has(forms[0]!) : phrases.includes(` ${forms.join(' ')} `),
  )
}
