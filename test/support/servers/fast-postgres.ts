import { onServer } from '../stores/on-server.ts'

const settings: Readonly<Record<string, string>> = {
  // A killed server keeps all its data; only a power loss would lose it.
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  // A run has hundreds of databases that live for minutes: autovacuum would visit them all the time.
  autovacuum_naptime: '1h',
}

/** Turns off features that test data does not need. */
export async function makeFast(server_url: string): Promise<void> {
  await onServer(server_url, async (client) => {
    for (const [name, value] of Object.entries(settings)) {
      await client.query(`ALTER SYSTEM SET ${name} = ${client.escapeLiteral(value)}`)
    }
    await client.query('SELECT pg_reload_conf()')
  })
}
