import type { PoolClient } from 'pg'
import { LegislogError } from '../../schemas/errors.ts'
import type { EntityType } from '../../schemas/vocabulary/vocabulary.ts'
import { sessionKey } from '../identity/identity-keys.ts'
import { lockSessions } from '../state/session-state.ts'

export type Renamed = {
  /** Number of added keys: of the session, its bills and their roll calls. */
  readonly keys: number
  /** Keys of several hundred characters end in a hash and cannot be renamed: their entities come as new. */
  readonly unnameable: number
}

/**
 * Renames a session after its source did. Every key with the old name also gets one with the new name, and nothing
 * else changes. Later reports under the new name correct the same entities. Entities that the source already reported
 * under the new name are stored twice: `findTwins` finds them. Runs in the caller's transaction. Throws `not_found`,
 * and `usage` if the new name belongs to another session and `merges` does not say that the two are one.
 */
export async function renameSession(
  client: PoolClient,
  divisionId: string,
  oldName: string,
  newName: string,
  { merges = false }: { readonly merges?: boolean } = {},
): Promise<Renamed> {
  await lockSessions(client, { shared: [], alone: [divisionId] })
  const [old_key, new_key] = [sessionKey(divisionId, oldName), sessionKey(divisionId, newName)]
  const { rows: known } = await client.query<{ natural_key: string; entity_id: number }>(
    `SELECT natural_key, entity_id FROM ingest.identity
     WHERE entity_type = 'session' AND natural_key = ANY ($1::text[])`,
    [[old_key, new_key]],
  )
  const oldSession = known.find(({ natural_key }) => natural_key === old_key)
  const newSession = known.find(({ natural_key }) => natural_key === new_key)
  if (oldSession === undefined) throw new LegislogError('not_found', `no session is known as ${old_key}`)
  if (!merges && newSession !== undefined && newSession.entity_id !== oldSession.entity_id)
    throw new LegislogError('usage', `${new_key} is another session already`)

  const names = [old_key, new_key, `|${oldName}|`, `|${newName}|`]
  const { rowCount } = await client.query(
    `INSERT INTO ingest.identity (entity_type, natural_key, base_key, entity_id, merged_from)
     SELECT entity_type, ${renamed('natural_key')}, ${renamed('base_key')}, entity_id, merged_from FROM (${NAMED}) n
     WHERE NOT (${HASHED}) ORDER BY 2 ON CONFLICT DO NOTHING`,
    names,
  )
  const { rows } = await client.query<{ unnameable: number }>(
    `SELECT count(*) AS unnameable FROM (${NAMED}) n WHERE ${HASHED}`,
    [old_key],
  )
  return { keys: rowCount ?? 0, unnameable: rows[0]?.unnameable ?? 0 }
}

export type Duplicates = {
  readonly entity_type: EntityType
  readonly winner_id: number
  readonly loser_id: number
}

/** Finds the next entities that are stored under both names; the old ones stay. Bills come before their roll calls. */
export async function findDuplicates(
  client: PoolClient,
  divisionId: string,
  oldName: string,
  newName: string,
): Promise<Duplicates | null> {
  const [old_key, new_key] = [sessionKey(divisionId, oldName), sessionKey(divisionId, newName)]
  const { rows } = await client.query<Duplicates>(
    `SELECT n.entity_type, n.entity_id AS winner_id, t.entity_id AS loser_id FROM (${NAMED}) n
     JOIN ingest.identity t ON t.entity_type = n.entity_type AND t.natural_key = ${renamed('natural_key')}
       AND t.entity_id <> n.entity_id
     ORDER BY array_position(ARRAY['session', 'bill', 'vote'], n.entity_type), n.natural_key LIMIT 1`,
    [old_key, new_key, `|${oldName}|`, `|${newName}|`],
  )
  return rows[0] ?? null
}

/** $1: key of the session under its old name. */
const NAMED = `
  SELECT * FROM ingest.identity WHERE entity_type = 'session' AND natural_key = $1
  UNION ALL
  SELECT * FROM ingest.identity
  WHERE entity_type IN ('bill', 'vote') AND natural_key > $1 || '|' AND natural_key < $1 || '}'
  UNION ALL
  SELECT * FROM ingest.identity
  WHERE entity_type = 'vote' AND natural_key > 'roll|' || $1 || '|' AND natural_key < 'roll|' || $1 || '}'`

const HASHED = `n.natural_key ~ '#[0-9a-f]{64}$' OR n.base_key ~ '#[0-9a-f]{64}$'`

/** The key of a roll number contains the session twice: in its bill's key, and by itself. */
function renamed(column: 'natural_key' | 'base_key'): string {
  return `CASE WHEN n.${column} LIKE 'roll|%'
    THEN 'roll|' || $2::text || replace(substr(n.${column}, length('roll|' || $1) + 1), $3, $4)
    ELSE $2::text || substr(n.${column}, length($1) + 1) END`
}
