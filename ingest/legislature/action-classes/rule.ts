import type { ActionClass } from '../../../schemas/vocabulary/vocabulary.ts'

/**
 * A phrase and its meaning. A table is read from the top: each rule that fits adds its classes, until one
 * that fits is `last` (an amendment was adopted, a motion was only made). The words are those of the sources.
 * The test of each table compares it with the classes that sources give to the same words.
 */
export type Rule = {
  readonly words: RegExp
  readonly classes: readonly ActionClass[]
  /** If this rule fits, no further rule is read. */
  readonly last?: true
}

export type RuleTable = readonly Rule[]

/** Gives the classes of the rules that fit, without repeats, and whether one of them was `last`. */
export function readRules(table: RuleTable, text: string): { classes: ActionClass[]; is_decided: boolean } {
  const classes = new Set<ActionClass>()
  for (const { words, classes: reported, last } of table) {
    if (!words.test(text)) continue
    for (const word of reported) classes.add(word)
    if (last) return { classes: [...classes], is_decided: true }
  }
  return { classes: [...classes], is_decided: false }
}
