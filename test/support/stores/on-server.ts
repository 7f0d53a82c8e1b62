import pg from 'pg'

/** Does some work over one connection, which is closed afterwards. */
export async function onServer(url: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    await work(client)
  } finally {
    // The server may be gone: the work is done.
    await client.end().catch(() => {})
  }
}
