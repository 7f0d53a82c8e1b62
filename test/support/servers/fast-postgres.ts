import pg from 'pg'

const settings: Readonly<Record<string, string>> = {
  // A killed server still finds all that it has written; only a machine that loses its power would lose it.
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  // Databases of a run live for minutes, and there are hundreds: autovacuum would go round them all the time.
  autovacuum_naptime: '1h',
}

/** Lets this server do nothing for its data that data of tests does not need. */
export async function makeFast(server_url: string): Promise<void> {
  const client = new pg.Client({ connectionString: server_url })
  await client.connect()
  try {
    for (const [name, value] of Object.entries(settings)) {
      await client.query(`ALTER SYSTEM SET ${name} = ${client.escapeLiteral(value)}`)
    }
    await client.query('SELECT pg_reload_conf()')
  } finally {
    await client.end()
  }
}
