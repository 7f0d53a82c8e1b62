import type { PoolClient } from 'pg'
import { LegislogError } from '../../schemas/errors.ts'
import { saveStored } from '../state/stored-entities.ts'
import type { LoggedEntity } from './logged-entities.ts'
import { saveLogged } from './save-logged.ts'
import { saveReportingSources } from './save-reporting-sources.ts'

export type Written = {
  /** Entities that were unknown here. */
  readonly added: number
  /** Entities with fewer known events than the log has. */
  readonly advanced: number
  /** Entities with more known events than the log has: they wait in the outbox, or the log lost them. */
  readonly ahead: number
  /** Gives, by id, the last known event of each entity. */
  readonly known: ReadonlyMap<number, number>
}

type StoredSequence = { readonly id: number; readonly ocd_id: string; readonly sequence: number }

/**
 * Updates the state of some entities to the log. Entities that are up to date do not change. `contested`:
 * entities for which outbox and log have different events at the same place. Throws `ingest_conflict` if an
 * id belongs to another entity here.
 */
export async function writeLogged(
  client: PoolClient,
  logged: readonly LoggedEntity[],
  contested: ReadonlySet<string>,
): Promise<Written> {
  const { rows } = await client.query<StoredSequence>(
    'SELECT id, ocd_id, sequence FROM ingest.entity WHERE id = ANY ($1::bigint[]) OR ocd_id = ANY ($2::text[])',
    [logged.map(({ id }) => id), logged.map(({ ocd_id }) => ocd_id)],
  )
  refuseConflicts(logged, rows)
  const standing = new Map(rows.map((row) => [row.id, row.sequence]))
  const added = logged.filter(({ id }) => !standing.has(id))
  const advanced = logged.filter(
    ({ id, ocd_id, sequence }) => standing.has(id) && (standing.get(id)! < sequence || contested.has(ocd_id)),
  )
  const ahead = logged.filter(
    ({ id, ocd_id, sequence }) => (standing.get(id) ?? 0) > sequence && !contested.has(ocd_id),
  )
  await client.query(
    `INSERT INTO ingest.entity (id, ocd_id, entity_type, kafka_key, sequence)
     SELECT * FROM unnest($1::bigint[], $2::text[], $3::text[], $4::text[], $5::bigint[])`,
    [
      added.map(({ id }) => id),
      added.map(({ ocd_id }) => ocd_id),
      added.map(({ entity_type }) => entity_type),
      added.map(({ kafka_key }) => kafka_key),
      added.map(({ sequence }) => sequence),
    ],
  )
  await client.query(
    `UPDATE ingest.entity e SET sequence = w.sequence
     FROM unnest($1::bigint[], $2::bigint[]) AS w (id, sequence) WHERE e.id = w.id`,
    [advanced.map(({ id }) => id), advanced.map(({ sequence }) => sequence)],
  )
  const changed = [...added, ...advanced]
  const contents = changed.flatMap(({ id, content }) =>
    content === null ? [] : [{ entity_id: id, content }],
  )
  await saveStored(client, contents)
  await saveReportingSources(client, changed)
  await saveLogged(client, logged, changed)
  const known = new Map(logged.map(({ id, sequence }) => [id, sequence]))
  for (const { id } of ahead) known.set(id, standing.get(id)!)
  return { added: added.length, advanced: advanced.length, ahead: ahead.length, known }
}

function refuseConflicts(logged: readonly LoggedEntity[], standing: readonly StoredSequence[]): void {
  const byId = new Map(logged.map((one) => [one.id, one]))
  const byOcdId = new Map(logged.map((one) => [one.ocd_id, one]))
  for (const { id, ocd_id } of standing) {
    const other = byId.get(id) ?? byOcdId.get(ocd_id)!
    if (other.id === id && other.ocd_id === ocd_id) continue
    throw new LegislogError(
      'ingest_conflict',
      `id ${id} is ${ocd_id} here, and the log has ${other.ocd_id} as ${other.id}: ingest has continued from an old state; restore the backup again, or empty the schema ingest, and recover`,
    )
  }
}
