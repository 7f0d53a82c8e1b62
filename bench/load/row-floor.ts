import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { type Database, inTransaction } from '../../runtime/postgres/postgres.ts'

const FLOOR = 'floor'

/** The rows of a read schema as files for COPY, and the same tables without keys and indexes. */
export type RowFloor = {
  readonly tables: readonly string[]
  copy(): Promise<void>
  index(): Promise<void>
  drop(): Promise<void>
}

export async function prepareRowFloor(database: Database, readSchema: string): Promise<RowFloor> {
  const folder = await mkdtemp(join(tmpdir(), 'legislog-rows-'))
  const { rows } = await database.query<{ name: string }>(
    'SELECT tablename AS name FROM pg_tables WHERE schemaname = $1 ORDER BY 1',
    [readSchema],
  )
  const tables = rows.map(({ name }) => name)
  const indexes = await database.query<{ definition: string }>(
    'SELECT indexdef AS definition FROM pg_indexes WHERE schemaname = $1 ORDER BY 1',
    [readSchema],
  )
  await database.query(`CREATE SCHEMA ${FLOOR}`)
  for (const table of tables) {
    await database.query(
      `CREATE TABLE ${FLOOR}.${table} (LIKE ${readSchema}.${table} INCLUDING STORAGE INCLUDING COMPRESSION)`,
    )
    await inTransaction(database, (client) =>
      pipeline(
        client.query(copyTo(`COPY ${readSchema}.${table} TO STDOUT (FORMAT binary)`)),
        createWriteStream(join(folder, table)),
      ),
    )
  }
  return {
    tables,
    async copy() {
      for (const table of tables) {
        await inTransaction(database, (client) =>
          pipeline(
            createReadStream(join(folder, table), { highWaterMark: 256 * 1024 }),
            client.query(copyFrom(`COPY ${FLOOR}.${table} FROM STDIN (FORMAT binary)`)),
          ),
        )
      }
    },
    async index() {
      for (const { definition } of indexes.rows) {
        await database.query(definition.replace(` ON ${readSchema}.`, ` ON ${FLOOR}.`))
      }
    },
    async drop() {
      await database.query(`DROP SCHEMA ${FLOOR} CASCADE`)
      await rm(folder, { recursive: true })
    },
  }
}
