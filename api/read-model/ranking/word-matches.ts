import { searchQuery } from '../../../runtime/words/search-query.ts'
import type { Bindings } from '../../read-schema/bindings.ts'

type Bind = Bindings['bind']

/** Binds the words of `q`, with all their forms. */
export const wordsQuery = (q: string, bind: Bind): string => `${bind(searchQuery(q).tsquery)}::tsquery`

/** The words of title, identifiers, subjects or abstracts of a bill `t`. */
export const hasOwnWords = (schema: string, query: string): string =>
  `t.id IN (SELECT w.id FROM ${schema}.bill_words w WHERE w.words @@ ${query})`

/** The words of the text of a bill `t`, which may be one that was removed. */
export const hasTextWords = (schema: string, query: string): string =>
  `t.id IN (SELECT v.bill_id FROM ${textsWithWords(schema, query)})`

/** The words of a bill `t`, in any of its parts. It looks at this bill alone, so it is for few bills and many queries. */
export const haveAnyWords = (schema: string, query: string): string =>
  `(EXISTS (SELECT FROM ${schema}.bill_words w WHERE w.id = t.id AND w.words @@ ${query})
    OR EXISTS (SELECT FROM ${textsWithWords(schema, query)} AND v.bill_id = t.id))`

const textsWithWords = (schema: string, query: string): string => `
  search.text x JOIN ${schema}.bill_versions v ON v.extracted_sha256 = x.sha256
  WHERE x.words @@ ${query} AND v.kind = 'version' AND ${isServed(schema)}
    AND (NOT v.deleted OR EXISTS (SELECT FROM ${schema}.bills d WHERE d.id = v.bill_id AND d.deleted))`

/**
 * Selects the version `v` by which its bill is searched: the latest whose words are indexed. Until then the
 * earlier text is searched.
 */
export const isServed = (schema: string): string => `NOT EXISTS (
  SELECT FROM ${schema}.bill_versions n JOIN search.text y ON y.sha256 = n.extracted_sha256
  WHERE n.bill_id = v.bill_id AND n.kind = 'version' AND NOT n.deleted
    AND n.made > v.made)`

/** Selects the text by which a bill `t` is searched. */
export const servedText = (schema: string): string => `(
  SELECT v.extracted_sha256 FROM ${schema}.bill_versions v JOIN search.text x ON x.sha256 = v.extracted_sha256
  WHERE v.bill_id = t.id AND v.kind = 'version' AND NOT v.deleted
  ORDER BY v.made DESC LIMIT 1)`

/** The parts of a bill in which a query is found. */
export type PartName = 'title' | 'subjects' | 'abstract' | 'text'

/** A row whose passage can be shown: the part that has the words, and the texts that may contain them. */
export type PassageRow = {
  readonly id: number | string
  readonly part: PartName
  readonly title: string
  readonly identifiers: string
  readonly subjects: string
  readonly abstracts: string
  /** The text that matched, if no other part did. */
  readonly text_sha256: string | null
}

/** Selects the best part of words `w` that has all words of a query. */
export const ownPart = (
  query: string,
): string => `CASE WHEN ts_filter(w.words, '{a}') @@ ${query} THEN 'title'
  WHEN ts_filter(w.words, '{a,b}') @@ ${query} THEN 'subjects' ELSE 'abstract' END`
