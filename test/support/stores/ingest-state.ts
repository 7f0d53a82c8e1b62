import type pg from 'pg'
import type { Database } from '../../../runtime/postgres/postgres.ts'
import { canonicalJson } from '../../../schemas/values/canonical-json.ts'
import { superuserUrlOf } from './database.ts'
import { onServer } from './on-server.ts'

/** The meaning of ids and the last state of each entity, which a recovery must restore. */
export async function ingestState(database: Database): Promise<Record<string, unknown>> {
  const { rows } = await database.query<{ ocd_id: string; content: object | null }>(
    `SELECT e.id, e.ocd_id, e.entity_type, e.kafka_key, e.sequence, h.content
     FROM ingest.entity e LEFT JOIN ingest.stored_entity h ON h.entity_id = e.id ORDER BY e.id`,
  )
  return Object.fromEntries(
    rows.map(({ content, ...entity }) => [entity.ocd_id, { ...entity, content: contentOf(content) }]),
  )
}

/** An empty comment period counts as none, since the log does not contain it. */
function contentOf(content: object | null): string {
  const { comment_period } = (content ?? {}) as { comment_period?: object | null }
  const isEmpty = Object.values(comment_period ?? { closes_on: '' }).every((value) => value === null)
  return canonicalJson(isEmpty ? { ...content, comment_period: null } : content)
}

/** A backup of a schema, made and restored by statements: every table with its rows, and the identity counters. */
export async function backUpSchema(database: Database, schema: string, name: string): Promise<void> {
  await database.query(`CREATE SCHEMA ${name}`)
  for (const table of await tablesOf(database, schema)) {
    await database.query(`CREATE TABLE ${name}.${table} AS TABLE ${schema}.${table}`)
  }
}

export async function restoreSchema(database: Database, schema: string, name: string): Promise<void> {
  await emptySchema(database, schema)
  await asSuperuser(database, async (client) => {
    // Rows of tables that refer to each other come in any order.
    await client.query("SET session_replication_role = 'replica'")
    for (const table of await tablesOf(database, schema)) {
      const columns = (await writtenColumns(database, schema, table)).join(', ')
      await client.query(
        `INSERT INTO ${schema}.${table} (${columns}) OVERRIDING SYSTEM VALUE SELECT ${columns} FROM ${name}.${table}`,
      )
    }
  })
  for (const [sequence, table] of await sequencesOf(database, schema)) {
    await database.query(
      `SELECT setval('${sequence}', greatest((SELECT max(id) FROM ${schema}.${table}), 1),
         (SELECT max(id) IS NOT NULL FROM ${schema}.${table}))`,
    )
  }
}

export async function emptySchema(database: Database, schema: string): Promise<void> {
  const tables = (await tablesOf(database, schema)).map((table) => `${schema}.${table}`)
  await database.query(`TRUNCATE ${tables.join(', ')} RESTART IDENTITY CASCADE`)
  for (const [sequence] of await sequencesOf(database, schema)) {
    await database.query(`ALTER SEQUENCE ${sequence} RESTART`)
  }
}

async function tablesOf(database: Database, schema: string): Promise<string[]> {
  const { rows } = await database.query<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = $1 ORDER BY 1`,
    [schema],
  )
  return rows.map(({ name }) => name)
}

/** The columns without generated ones. */
async function writtenColumns(database: Database, schema: string, table: string): Promise<string[]> {
  const { rows } = await database.query<{ name: string }>(
    `SELECT quote_ident(column_name) AS name FROM information_schema.columns
     WHERE table_schema = $1 AND table_name = $2 AND is_generated = 'NEVER'`,
    [schema, table],
  )
  return rows.map(({ name }) => name)
}

/** The identity counters with their tables. */
async function sequencesOf(database: Database, schema: string): Promise<[string, string][]> {
  const { rows } = await database.query<{ sequence: string; table: string }>(
    `SELECT s.schemaname || '.' || s.sequencename AS sequence,
       coalesce(split_part(pg_get_serial_sequence_of.name, '.', 2), 'entity') AS table
     FROM pg_sequences s LEFT JOIN LATERAL (
       SELECT c.table_schema || '.' || c.table_name AS name FROM information_schema.columns c
       WHERE c.table_schema = s.schemaname AND c.is_identity = 'YES'
         AND pg_get_serial_sequence(c.table_schema || '.' || c.table_name, c.column_name)
           = s.schemaname || '.' || s.sequencename
     ) AS pg_get_serial_sequence_of ON true
     WHERE s.schemaname = $1`,
    [schema],
  )
  return rows.map(({ sequence, table }) => [sequence, table])
}

async function asSuperuser(database: Database, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const { rows } = await database.query<{ name: string }>('SELECT current_database() AS name')
  await onServer(superuserUrlOf(rows[0]!.name), async (client) => {
    await client.query('BEGIN')
    await work(client)
    await client.query('COMMIT')
  })
}
