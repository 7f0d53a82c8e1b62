import pg from 'pg'

/**
 * Lets this server write without waiting for the disk: a database is made and dropped in half the time. A killed server still finds
 * all that it has written; only a machine that loses its power would lose it, and data of tests is worth nothing then.
 */
export async function waitForNoDisk(server_url: string): Promise<void> {
  const client = new pg.Client({ connectionString: server_url })
  await client.connect()
  try {
    for (const setting of ['fsync', 'full_page_writes', 'synchronous_commit']) {
      await client.query(`ALTER SYSTEM SET ${setting} = off`)
    }
    await client.query('SELECT pg_reload_conf()')
  } finally {
    await client.end()
  }
}
