import pLimit from 'p-limit'
import type { ObjectStore } from '../../../runtime/object-store/object-store.ts'
import { type SearchQuery, searchQuery } from '../../../runtime/words/search-query.ts'
import { createWordScan } from '../../../runtime/words/word-scan.ts'
import type { PassageRow } from '../ranking/word-matches.ts'
import { type Passage, passageOf, type WordForms } from './passage.ts'
import { readStoredText } from './stored-text.ts'

/** Number of texts that are read in parallel. Only the beginning of each is read. */
const TEXTS_AT_ONCE = 8
const SEARCHED_BYTES = 1_000_000

/**
 * Finds the passage of each bill with the most words of `q`. A bill that was found by its text has none if
 * the text cannot be read now and no other part has the words.
 */
export async function readPassages(
  objects: ObjectStore,
  rows: readonly PassageRow[],
  q: string,
): Promise<ReadonlyMap<PassageRow['id'], Passage>> {
  const forms = formsOf(searchQuery(q))
  const atOnce = pLimit(TEXTS_AT_ONCE)
  const found = await Promise.all(
    rows.map((row) => atOnce(async () => [row.id, passageOf(await textsOf(row, objects), forms)] as const)),
  )
  return new Map(found.flatMap(([id, passage]) => (passage === undefined ? [] : [[id, passage] as const])))
}

/** The forms of the words, and those that begin as the query says. */
function formsOf({ forms, prefixes }: SearchQuery): WordForms {
  const scan = createWordScan(forms, prefixes)
  const beginnings = [...prefixes]
  return {
    scan,
    size: prefixes.size === 0 ? forms.size : Number.POSITIVE_INFINITY,
    has: (form) => forms.has(form) || beginnings.some((beginning) => form.startsWith(beginning)),
  }
}

/**
 * Gives the texts to search, first the part in which the words were found. The words may be spread over
 * several parts.
 */
async function textsOf(row: PassageRow, objects: ObjectStore): Promise<readonly [string, string][]> {
  const { text_sha256 } = row
  const title: [string, string] = ['title', row.title]
  const subjects: [string, string] = ['subjects', row.subjects.replaceAll('\n', '; ')]
  const identifiers: [string, string] = ['identifiers', row.identifiers.replaceAll('\n', '; ')]
  const abstract: [string, string] = ['abstract', row.abstracts]
  const own = [title, subjects, identifiers, abstract]
  switch (row.part) {
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
