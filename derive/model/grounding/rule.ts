import type { Answer, Sentence } from './answer.ts'
import type { Bill } from './bill.ts'
import type { Level } from './levels.ts'

export type RuleName =
  | 'quotes'
  | 'numbers'
  | 'dates'
  | 'measures'
  | 'names'
  | 'support'
  | 'verdicts'
  | 'procedure'
  | 'markup'
  | 'language'
  | 'lengths'
  | 'not_stated'

/** `message` says to the model what is wrong, in one sentence. `sentence` is its position; null for the whole answer. */
export type Fault = {
  readonly rule: RuleName
  readonly sentence: number | null
  readonly message: string
}

/** One promise about answers. It is pure: the same answer and bill give the same faults. */
export type Rule = {
  readonly name: RuleName
  readonly check: (answer: Answer, bill: Bill, level: Level) => readonly Fault[]
}

/** A rule that looks at each sentence alone. `check` gives a message for each fault. */
export const sentenceRule = (
  name: RuleName,
  check: (sentence: Sentence, bill: Bill) => readonly string[],
): Rule => ({
  name,
  check: ({ sentences }, bill) =>
    sentences.flatMap((sentence, index) =>
      check(sentence, bill).map((message) => ({ rule: name, sentence: index, message })),
    ),
})
