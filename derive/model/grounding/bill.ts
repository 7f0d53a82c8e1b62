import { formOf } from '../../../runtime/words/word-form.ts'
import type { NumberedSection } from '../bill-text/numbered-section.ts'
import { plainWordsOf } from '../values/plain-words.ts'
import type { Sentence } from './answer.ts'

/** The words that an answer may rest on. */
export type Bill = {
  readonly section: (id: string) => NumberedSection | undefined
  /** The law of the sections that a sentence cites. */
  readonly cited: (sentence: Sentence) => string
  /** The words of the whole bill, one space between them and around them. */
  readonly phrases: () => string
  /** The search forms of these words. */
  readonly forms: () => ReadonlySet<string>
}

export function createBill(sections: readonly NumberedSection[]): Bill {
  const byId = new Map(sections.map((section) => [section.id, section]))
  const words = once(() => plainWordsOf(sections.map(({ law }) => law).join('\n')))
  return {
    section: (id) => byId.get(id),
    cited: ({ citations }) =>
      [...new Set(citations.map(({ section }) => section))].map((id) => byId.get(id)?.law ?? '').join('\n'),
    phrases: once(() => ` ${words().join(' ')} `),
    forms: once(() => new Set(words().map(formOf))),
  }
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}
