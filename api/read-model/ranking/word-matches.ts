import { searchQuery } from '../../../runtime/words/search-query.ts'
import type { Bindings } from '../../read-schema/bindings.ts'

type Bind = Bindings['bind']

/** `q` as words, by their forms. */
export const wordsQuery = (q: string, bind: Bind): string => `${bind(searchQuery(q).tsquery)}::tsquery`

/** The words of title, identifiers, subjects or abstracts of a bill `t`. */
export const hasOwnWords = (schema: string, query: string): string =>
  `t.id IN (SELECT w.id FROM ${schema}.bill_words w WHERE w.words @@ ${query})`

/** The words of the text of a bill `t`, which may be one that was removed. */
export const hasTextWords = (schema: string, query: string): string => `t.id IN (
  SELECT v.bill_id FROM search.text x JOIN ${schema}.bill_versions v ON v.extracted_sha256 = x.sha256
  WHERE x.words @@ ${query} AND v.kind = 'version' AND ${isServed(schema)}
    AND (NOT v.deleted OR EXISTS (SELECT FROM ${schema}.bills d WHERE d.id = v.bill_id AND d.deleted)))`

/**
 * Whether a version `v` is the one that its bill is searched by: the latest whose words are in, so that the text before it
 * serves until they are.
 */
export const isServed = (schema: string): string => `NOT EXISTS (
  SELECT FROM ${schema}.bill_versions n JOIN search.text y ON y.sha256 = n.extracted_sha256
  WHERE n.bill_id = v.bill_id AND n.kind = 'version' AND NOT n.deleted
    AND (coalesce(n.day, '-infinity'), n.position) > (coalesce(v.day, '-infinity'), v.position))`

/** The text that a bill `t` is searched by. */
export const servedText = (schema: string): string => `(
  SELECT v.extracted_sha256 FROM ${schema}.bill_versions v JOIN search.text x ON x.sha256 = v.extracted_sha256
  WHERE v.bill_id = t.id AND v.kind = 'version' AND NOT v.deleted
  ORDER BY coalesce(v.day, '-infinity') DESC, v.position DESC LIMIT 1)`

/** The parts of a bill in which a query is found, worst first. */
const parts = ['text', 'abstract', 'subjects', 'title'] as const
export type PartName = (typeof parts)[number]

/** A row whose passage can be shown: its score, and the texts that may contain the words. */
export type PassageRow = {
  readonly id: number | string
  readonly score: number
  readonly title: string
  readonly identifiers: string
  readonly subjects: string
  readonly abstracts: string
  /** The text that matched, if no other part did. */
  readonly text_sha256: string | null
}

const CLASS_SIZE = 200_000_000

export const partOfScore = (score: number): PartName => parts[Math.floor(score / CLASS_SIZE)]!
export const partOf = ({ score }: Pick<PassageRow, 'score'>): PartName => partOfScore(score)
export const isScoreOfText = (score: number): boolean => partOfScore(score) === 'text'
export const isTextScore = (score: string): string => `${score} < ${CLASS_SIZE}`

/** Class, then how well it fits, as one integer: what is stored is ranked the same on every page. */
const scored = (part: string, words: string, query: string): string =>
  `${part} * ${CLASS_SIZE} + least(round(ts_rank(${words}, ${query}, 1) * ${CLASS_SIZE}), ${CLASS_SIZE - 1})::integer`

/** How well the words of a candidate `c` fit: the title alone, title and subjects, these and the abstracts. */
export function ownScore(query: string): string {
  const within = (weights: string) => `ts_filter(c.words, '${weights}') @@ ${query}`
  const part = `CASE WHEN ${within('{a}')} THEN ${parts.indexOf('title')}
    WHEN ${within('{a,b}')} THEN ${parts.indexOf('subjects')} ELSE ${parts.indexOf('abstract')} END`
  return scored(part, 'c.words', query)
}
export const textScore = (query: string): string => scored(String(parts.indexOf('text')), 'c.words', query)
