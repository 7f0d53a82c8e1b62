import type { Queryable } from '../../../runtime/postgres/postgres.ts'
import type { NamedText } from '../comparing/bill-comparer.ts'

/** How many models there are, and a name for all their texts: other texts have another name. */
export type ModelList = { readonly models: number; readonly digest: string }

const noModels: ModelList = { models: 0, digest: 'none' }

/** A read schema that is older than the table of models has none. */
export async function nameModels(database: Queryable, read_schema: string): Promise<ModelList> {
  const { rows: there } = await database.query<{ is_there: boolean }>(
    'SELECT to_regclass($1) IS NOT NULL AS is_there',
    [`${read_schema}.model_texts`],
  )
  if (there[0]?.is_there !== true) return noModels
  const { rows } = await database.query<{ models: number; digest: string | null }>(
    `SELECT count(*) AS models, md5(string_agg(id || ' ' || extracted_sha256, ',' ORDER BY id)) AS digest
     FROM ${read_schema}.model_texts WHERE NOT deleted`,
  )
  const { models, digest } = rows[0]!
  return digest === null ? noModels : { models, digest }
}

/** Names the texts of all models. */
export async function readModelTexts(database: Queryable, read_schema: string): Promise<NamedText[]> {
  const { rows } = await database.query<{ id: number; extracted_sha256: string }>(
    `SELECT id, extracted_sha256 FROM ${read_schema}.model_texts WHERE NOT deleted ORDER BY id`,
  )
  return rows.map(({ id, extracted_sha256 }) => ({
    id,
    text: { extracted_sha256, marked_sha256: null, media_type: 'text/plain' },
  }))
}
