import { hash } from 'node:crypto'

const DIGITS = 13
/** Each word is hashed once. When there are too many, the cache is cleared. */
const MAX_REMEMBERED = 200_000
const remembered = new Map<string, number>()

/**
 * The number of a word in a row's list of words: 52 bits of a hash instead of the entry of a dictionary, so that it
 * depends on the word alone.
 */
export function termNumber(form: string): number {
  let number = remembered.get(form)
  if (number === undefined) {
    number = Number.parseInt(hash('sha1', form).slice(0, DIGITS), 16)
    if (remembered.size >= MAX_REMEMBERED) remembered.clear()
    remembered.set(form, number)
  }
  return number
}

/** The words of a row by number, in ascending order, and their impacts in the same order. */
export type TermImpacts = { readonly terms: number[]; readonly impacts: number[] }

export function termImpacts(impacts: ReadonlyMap<string, number>): TermImpacts {
  const found: { readonly number: number; readonly impact: number }[] = []
  for (const [form, impact] of impacts) found.push({ number: termNumber(form), impact })
  found.sort((one, other) => one.number - other.number)
  return { terms: found.map(({ number }) => number), impacts: found.map(({ impact }) => impact) }
}
