import pLimit from 'p-limit'
import type { ObjectStore } from '../../../runtime/object-store/object-store.ts'
import { searchQuery } from '../../../runtime/words/search-query.ts'
import { type PassageRow, partOf } from '../ranking/word-matches.ts'
import { type Passage, passageOf } from './passage.ts'
import { readStoredText } from './stored-text.ts'

/** Texts are read side by side, and of each its beginning. */
const TEXTS_AT_ONCE = 8
const SEARCHED_BYTES = 1_000_000

/**
 * The passage of each bill in which most words of `q` stand. One that was found by its text has none where that cannot be read
 * now, and no other part has a word of it.
 */
export async function readPassages(
  objects: ObjectStore,
  rows: readonly PassageRow[],
  q: string,
): Promise<ReadonlyMap<PassageRow['id'], Passage>> {
  const { forms } = searchQuery(q)
  const atOnce = pLimit(TEXTS_AT_ONCE)
  const found = await Promise.all(
    rows.map((row) => atOnce(async () => [row.id, passageOf(await textsOf(row, objects), forms)] as const)),
  )
  return new Map(found.flatMap(([id, passage]) => (passage === undefined ? [] : [[id, passage] as const])))
}

/** Where the words stand, the part that they were found in first: a bill is found by words in several of them too. */
async function textsOf(row: PassageRow, objects: ObjectStore): Promise<readonly [string, string][]> {
  const { text_sha256 } = row
  const title: [string, string] = ['title', row.title]
  const subjects: [string, string] = ['subjects', row.subjects.replaceAll('\n', '; ')]
  const identifiers: [string, string] = ['identifiers', row.identifiers.replaceAll('\n', '; ')]
  const abstract: [string, string] = ['abstract', row.abstracts]
  const own = [title, subjects, identifiers, abstract]
  switch (partOf(row)) {
    case 'title':
      return [title]
    case 'subjects':
      return [subjects, identifiers, title]
    case 'abstract':
      return [abstract, title, subjects, identifiers]
    case 'text': {
      if (text_sha256 === null) return own
      // If the text is lost, the record's own words are searched.
      const read = await readStoredText(objects, text_sha256, SEARCHED_BYTES).catch(() => undefined)
      return read === undefined ? own : [['text', read.text]]
    }
  }
}
