import type { PoolClient } from 'pg'
import type { Database } from '../../runtime/postgres/postgres.ts'
import { LegislogError } from '../../schemas/errors.ts'
import type { EntityType } from '../../schemas/vocabulary/vocabulary.ts'
import { type Disagreement, explainPrecedence } from '../precedence/explain-precedence.ts'
import type { SourceParts } from '../precedence/precedence.ts'
import type { ObservedType } from '../source-interface/observation.ts'

/** An entity as ingest knows it. */
export type NamedEntity = {
  readonly entity_id: number
  readonly ocd_id: string
  readonly entity_type: EntityType
  readonly kafka_key: string
}

/**
 * Finds an entity by its integer id, its ocd_id, or an upstream id. Throws `not_found`, and `usage` if an alias
 * belongs to several.
 */
export async function findEntity(database: Database | PoolClient, name: string): Promise<NamedEntity> {
  const { rows } = await database.query<NamedEntity & { is_own: boolean }>(
    `SELECT id AS entity_id, ocd_id, entity_type, kafka_key, true AS is_own FROM ingest.entity
     WHERE ocd_id = $1 OR id = $2
     UNION
     SELECT e.id, e.ocd_id, e.entity_type, e.kafka_key, false FROM ingest.alias a JOIN ingest.entity e ON e.id = a.entity_id
     WHERE a.value = $1`,
    [name, /^\d{1,18}$/.test(name) ? name : null],
  )
  const found = rows.filter(({ is_own }) => is_own).concat(rows.filter(({ is_own }) => !is_own))
  const [first, second] = found
  if (first === undefined)
    throw new LegislogError('not_found', `no entity is known as ${JSON.stringify(name)}`)
  if (!first.is_own && second !== undefined && second.entity_id !== first.entity_id)
    throw new LegislogError(
      'usage',
      `several entities are known as ${name}: ${found.map(({ ocd_id }) => ocd_id).join(', ')}`,
    )
  return first
}

export type EntitySources = NamedEntity & {
  readonly keys: readonly string[]
  readonly aliases: readonly { readonly scheme: string; readonly value: string }[]
  /** The entity that it was merged into. */
  readonly merged_into: string | null
  readonly sources: readonly {
    readonly source: string
    readonly record_key: string
    readonly observed_at: string
    readonly parts: readonly string[]
  }[]
  readonly disagreements: readonly Disagreement[]
}

/** Gives the sources of an entity and the fields on which they disagree. */
export async function describeEntity(database: Database, name: string): Promise<EntitySources> {
  const entity = await findEntity(database, name)
  const { entity_id } = entity
  const { rows } = await database.query<SourceParts<ObservedType> & { observed_at: string }>(
    `SELECT source, record_key, record_rank, observed_at, parts FROM ingest.snapshot
     WHERE entity_id = $1 ORDER BY source, record_rank, record_key`,
    [entity_id],
  )
  const { rows: names } = await database.query<{
    keys: string[]
    aliases: { scheme: string; value: string }[]
    merged_into: string | null
  }>(
    `SELECT array(SELECT natural_key FROM ingest.identity WHERE entity_id = $1 ORDER BY 1) AS keys,
       (SELECT coalesce(json_agg(json_build_object('scheme', scheme, 'value', value) ORDER BY scheme, value), '[]')
        FROM ingest.alias WHERE entity_id = $1) AS aliases,
       (SELECT e.ocd_id FROM ingest.merged m JOIN ingest.entity e ON e.id = m.winner_id WHERE m.loser_id = $1) AS merged_into`,
    [entity_id],
  )
  const reported = rows.filter(({ parts }) => Object.keys(parts).length > 0)
  return {
    ...entity,
    ...names[0]!,
    sources: rows.map(({ source, record_key, observed_at, parts }) => ({
      source,
      record_key,
      observed_at,
      parts: Object.keys(parts),
    })),
    disagreements: reported.length < 2 ? [] : explainPrecedence(entity.entity_type as ObservedType, reported),
  }
}
