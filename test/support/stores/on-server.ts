import pg from 'pg'

/** Does some work over one connection, which is closed afterwards, and gives its result. */
export async function onServer<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(client)
  } finally {
    // The server may be gone: the work is done.
    await client.end().catch(() => {})
  }
}
