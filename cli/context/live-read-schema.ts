import pg from 'pg'
import { liveReadSchema } from '../../runtime/postgres/live-read-schema.ts'

/** The read schema that the API serves; null if there is none yet, or if the database does not answer. */
export async function liveReadSchemaAt(databaseUrl: string): Promise<string | null> {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 2_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    return (await liveReadSchema(client)) ?? null
  } catch {
    // Without an answer from Postgres, no read schema is known to be live.
    return null
  } finally {
    // The answer is already there or missing: a connection that fails to close changes nothing.
    await client.end().catch(() => {})
  }
}
