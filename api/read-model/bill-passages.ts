import pLimit from 'p-limit'
import type { ObjectStore } from '../../runtime/object-store.ts'
import { MARKS, type Passage, pieceOf, withoutMarks } from '../passage.ts'
import { readStoredText } from '../stored-text.ts'
import { wordsQuery } from './bill-matches.ts'
import type { ReadModel } from './live-schema.ts'
import { type PassageRow, partOf } from './ranked-bills.ts'

/** Texts are read side by side, and of each its beginning. */
const TEXTS_AT_ONCE = 8
const SEARCHED_BYTES = 1_000_000

type Piece = { readonly id: PassageRow['id']; readonly part: string; readonly text: string }

/**
 * The passage of each bill in which the words of `q` stand, with one statement for all. A bill whose text cannot be read
 * now has none.
 */
export async function readPassages(
  { model, objects }: { readonly model: ReadModel; readonly objects: ObjectStore },
  rows: readonly PassageRow[],
  q: string,
): Promise<ReadonlyMap<PassageRow['id'], Passage>> {
  const atOnce = pLimit(TEXTS_AT_ONCE)
  const found = await Promise.all(rows.map((row) => atOnce(() => pieceOfBill(row, objects))))
  const pieces = found.filter((piece) => piece !== undefined)
  if (pieces.length === 0) return new Map()
  const marked = await markWords(model, pieces, q)
  return new Map(pieces.map(({ id, part }, index) => [id, withoutMarks(part, marked[index]!)]))
}

async function pieceOfBill(row: PassageRow, objects: ObjectStore): Promise<Piece | undefined> {
  for (const [part, text] of await textsOf(row, objects)) {
    const piece = pieceOf(text, row.stems)
    if (piece !== undefined) return { id: row.id, part, text: piece }
  }
  return undefined
}

/** Where the words may stand, the likeliest first. */
async function textsOf(row: PassageRow, objects: ObjectStore): Promise<readonly [string, string][]> {
  const { title, subjects, identifiers, abstracts, text_sha256 } = row
  switch (partOf(row)) {
    case 'title':
      return [['title', title]]
    case 'subjects':
      return [
        ['subjects', subjects.replaceAll('\n', '; ')],
        ['identifiers', identifiers.replaceAll('\n', '; ')],
      ]
    case 'abstract':
      return [['abstract', abstracts]]
    case 'text': {
      if (text_sha256 === null) return []
      const read = await readStoredText(objects, text_sha256, SEARCHED_BYTES).catch(() => undefined)
      return read === undefined ? [] : [['text', read.text]]
    }
  }
}

/** The pieces with marks around the words: which forms of a word are the same, Postgres knows best. */
async function markWords(model: ReadModel, pieces: readonly Piece[], q: string): Promise<string[]> {
  const { rows } = await model.read<{ id: number; marked: string }>((_schema, bind) => {
    const options = `HighlightAll=true, StartSel=${MARKS.start}, StopSel=${MARKS.end}`
    return `
      SELECT p.id, ts_headline('english', p.text, ${wordsQuery(q, bind)}, ${bind(options)}) AS marked
      FROM unnest(${bind(pieces.map(({ text }) => text))}::text[]) WITH ORDINALITY AS p(text, id) ORDER BY p.id`
  })
  return rows.map(({ marked }) => marked)
}
