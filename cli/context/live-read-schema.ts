import pg from 'pg'

/** The read schema that the API serves; null if there is none yet, or if the database does not answer. */
export async function liveReadSchema(databaseUrl: string): Promise<string | null> {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 2_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ name: string }>(
      'SELECT name FROM control.read_schema WHERE is_live',
    )
    return rows[0]?.name ?? null
  } catch {
    // Without an answer from Postgres, no read schema is known to be live.
    return null
  } finally {
    // The answer is already there or missing: a connection that fails to close changes nothing.
    await client.end().catch(() => {})
  }
}
