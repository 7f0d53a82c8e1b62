import type { Section } from '../sections/section-tree.ts'
import type { Role } from './line-role.ts'

/** A sentence of a text. It may consist of a lead-in and the items of its list. Offsets are UTF-16 units. */
export type Sentence = {
  readonly section: Section
  readonly start: number
  readonly end: number
  /** The words of the text from `start` to `end`, with one space between them. */
  readonly words: string
  readonly role: Role
  /** Whether it is an item below `… does not apply if:`, which alone would say that the condition is so. */
  readonly is_condition: boolean
  /** Place in its section, from 0. */
  readonly place: number
  /** Whether it ends where the text ends a sentence. Otherwise it is the start of a long list. */
  readonly is_whole: boolean
}
