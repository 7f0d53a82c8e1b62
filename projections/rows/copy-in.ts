import type pg from 'pg'

const COPY_DATA = 0x64
const COPY_DONE = Buffer.from([0x63, 0, 0, 0, 4])

/**
 * Sends one message of rows into a table. pg-copy-streams ends the process if the server refuses rows while they are
 * being sent; after this function the connection is usable again. The bytes must not change until then.
 */
export function copyIn(client: pg.ClientBase, statement: string, bytes: Buffer): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  client.query({
    submit(connection: pg.Connection) {
      connection.query(statement)
    },
    handleCopyInResponse({ stream }: pg.Connection) {
      const head = Buffer.alloc(5)
      head[0] = COPY_DATA
      head.writeUInt32BE(bytes.length + 4, 1)
      stream.write(head)
      stream.write(bytes)
      stream.write(COPY_DONE)
    },
    handleCommandComplete() {},
    handleReadyForQuery: () => resolve(),
    handleError: reject,
  })
  return promise
}
