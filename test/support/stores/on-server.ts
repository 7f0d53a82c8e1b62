import pg from 'pg'

/** Runs work over one connection, closes it, and returns the result. */
export async function onServer<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(client)
  } finally {
    // The server may be gone, but the work is done.
    await client.end().catch(() => {})
  }
}
