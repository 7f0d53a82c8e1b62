import { cosineOf, signText } from '../../vectors/quantized-vector.ts'
import { codesOf } from '../tables/stored-vectors.ts'
import type { QuestionVector } from './question-vectors.ts'

/** A bill whose title, subjects and abstract are near to a question. */
export type NearestBill = {
  readonly id: number
  readonly codes: Int8Array
  /** -1 to 1. */
  readonly cosine: number
  /** A ceremonial resolution, or a bill whose content is to come: show it last. */
  readonly is_thin: boolean
}

/** Rows whose signs differ least are compared by their vectors. With 500, no bill among the ten nearest is missed. */
const COMPARED = 500

export type NearestRow = { readonly id: number; readonly is_thin: boolean; readonly codes: Buffer }

/**
 * SQL of the bills that are nearest to a question, by the signs of their vectors. `conditions` are SQL about the row `t` of
 * the table of bills. It has no rows while the stored vectors are those of another model.
 */
export function nearestSelect(
  schema: string,
  bind: (value: unknown) => string,
  { embedder, codes }: QuestionVector,
  conditions: readonly string[],
): string {
  const signs = bind(signText(codes))
  const model = bind(embedder)
  const conditionsOfBill = ['t.present', 'NOT t.deleted', ...conditions].join(' AND ')
  return `
    SELECT c.id, c.is_thin, v.codes FROM (
      SELECT t.id, n.key, n.is_thin FROM derive.bill_vector n JOIN ${schema}.bills t ON t.id = n.bill_id
      WHERE (SELECT p.embedder FROM derive.similar_position p) = ${model} AND ${conditionsOfBill}
      ORDER BY bit_count(n.signs # ${signs}::varbit), t.id LIMIT ${COMPARED}
    ) c JOIN derive.vector v ON v.embedder = ${model} AND v.key = c.key`
}

/** Orders the rows of `nearestSelect`, nearest first. */
export function rankNearest(
  { codes }: QuestionVector,
  rows: readonly NearestRow[],
  limit: number,
): NearestBill[] {
  return rows
    .map((row) => withCosine(codes, row))
    .sort((one, other) => other.cosine - one.cosine || one.id - other.id)
    .slice(0, limit)
}

function withCosine(question: Int8Array, { id, is_thin, codes: bytes }: NearestRow): NearestBill {
  const codes = codesOf(bytes)
  return { id, is_thin, codes, cosine: cosineOf(question, codes) }
}

/** SQL of the vectors of these bills, as rows of `nearestSelect`. */
export function vectorsSelect(
  bind: (value: unknown) => string,
  { embedder }: QuestionVector,
  ids: readonly number[],
): string {
  const model = bind(embedder)
  return `
    SELECT n.bill_id AS id, n.is_thin, v.codes FROM derive.bill_vector n
    JOIN derive.vector v ON v.embedder = ${model} AND v.key = n.key
    WHERE (SELECT p.embedder FROM derive.similar_position p) = ${model} AND n.bill_id = ANY (${bind(ids)}::bigint[])`
}
