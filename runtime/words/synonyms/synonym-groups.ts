import { tokensOf } from '../tokens.ts'
import { health } from './health.ts'
import { justice } from './justice.ts'
import { machines } from './machines.ts'
import { money } from './money.ts'
import { nature } from './nature.ts'
import { people } from './people.ts'

/** Rises with every change of a group, since the same search then finds other bills. */
export const SYNONYMS_VERSION = 1

/** A word or phrase as printed, and its evidence: the real bills with it in title, subjects or abstracts. */
export type SynonymTerm = { readonly text: string; readonly bills: number }

/** A search for one of `same` also finds the others and `narrower`. A search for one of `narrower` does not. */
export type SynonymGroup = {
  readonly same: readonly SynonymTerm[]
  readonly narrower: readonly SynonymTerm[]
}

/**
 * Each line is a group: `dui 118 | driving under the influence 210 > ignition interlock 95`. Terms with `|` between them
 * mean the same. The terms after `>` are found too, but not the other way round. The numbers are counts of bills.
 */
export const synonymGroups: readonly SynonymGroup[] = [health, justice, machines, money, nature, people]
  .flatMap((text) => text.split('\n'))
  .filter((line) => line.trim() !== '')
  .map(groupOf)

function groupOf(line: string): SynonymGroup {
  const [same = '', narrower = ''] = line.split('>')
  return { same: termsOf(same), narrower: termsOf(narrower) }
}

function termsOf(text: string): SynonymTerm[] {
  return text
    .split('|')
    .map((term) => /^(?<text>.*?)\s+(?<bills>\d+)$/u.exec(term.trim())?.groups)
    .flatMap((groups) =>
      groups === undefined ? [] : [{ text: groups.text ?? '', bills: Number(groups.bills) }],
    )
}

/** The forms of the words of a text, in order, without small words. */
export const formsOf = (text: string): string[] =>
  tokensOf(text)
    .filter(({ joins }) => joins === 1)
    .map(({ form }) => form)
