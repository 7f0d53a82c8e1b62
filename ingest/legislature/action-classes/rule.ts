import type { ActionClass } from '../../../schemas/vocabulary/vocabulary.ts'

/**
 * What a phrase says. Of one table every rule that fits adds its classes, from the top, until one is `last`: an amendment
 * that was adopted, a motion that was only made. The words are those of the sources, so a rule is as good as the texts it
 * was tried on: the test of each table compares it with what sources say of the same words.
 */
export type Rule = {
  readonly words: RegExp
  readonly classes: readonly ActionClass[]
  /** Nothing else is read out of such a text. */
  readonly last?: true
}

export type RuleTable = readonly Rule[]

/** The classes of the rules that fit, without repeats; whether one of them was the last word. */
export function readRules(table: RuleTable, text: string): { classes: ActionClass[]; is_decided: boolean } {
  const classes = new Set<ActionClass>()
  for (const { words, classes: reported, last } of table) {
    if (!words.test(text)) continue
    for (const word of reported) classes.add(word)
    if (last) return { classes: [...classes], is_decided: true }
  }
  return { classes: [...classes], is_decided: false }
}
