import type { BillParts } from '../../ingest/source-interface/observation.ts'
import { type Shares, Tally, WordTally } from '../draw/histogram.ts'
import type { ItemNumbers } from '../profile/profile.ts'

/** Counts of the items of a list: versions, documents. */
export type Items = { count: Tally; links: Tally; note_words: Tally; media_type: WordTally }

export function wordsIn(text: string): string[] {
  return text.split(/\s+/u).filter((word) => word !== '')
}

export function tallies<N extends string>(names: readonly N[]): Record<N, Tally> {
  return Object.fromEntries(names.map((name) => [name, new Tally()])) as Record<N, Tally>
}

export function wordTallies<N extends string>(names: readonly N[]): Record<N, WordTally> {
  return Object.fromEntries(names.map((name) => [name, new WordTally()])) as Record<N, WordTally>
}

export function tallyOf<K>(map: Map<K, WordTally>, key: K): WordTally {
  const existing = map.get(key) ?? new WordTally()
  map.set(key, existing)
  return existing
}

export function sharesOf(map: ReadonlyMap<string | number, WordTally>, most: number): Record<string, Shares> {
  return Object.fromEntries([...map].map(([name, tally]) => [name, tally.shares(most)]))
}

export function items(): Items {
  return { count: new Tally(), links: new Tally(), note_words: new Tally(), media_type: new WordTally() }
}

export function seeItems(into: Items, list: BillParts['versions']): void {
  into.count.add(list.length)
  for (const { note, links } of list) {
    into.links.add(links.length)
    into.note_words.add(wordsIn(note).length)
    for (const { media_type } of links) into.media_type.add(media_type)
  }
}

export function itemNumbers({ count, links, note_words, media_type }: Items): ItemNumbers {
  return {
    count: count.histogram(),
    links: links.histogram(),
    note_words: note_words.histogram(),
    media_type: media_type.shares(6),
  }
}
