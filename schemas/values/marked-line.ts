/** The status of words: law, struck out, or inserted. */
export type Mark = 'none' | 'struck' | 'inserted'

/** Words with one mark. */
export type Run = { readonly text: string; readonly mark: Mark }

/** A line of a document with its struck words in place, as ingest stores it. */
export type MarkedLine = readonly Run[]
