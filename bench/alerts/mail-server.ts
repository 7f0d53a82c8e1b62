import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

/** A mail server on loopback that takes every mail, and counts them. */
export type CountingServer = {
  readonly url: string
  readonly mails: () => number
  /** Mails with a Message-ID that came before. */
  readonly repeated: () => number
  readonly megabytes: () => number
  close(): Promise<void>
}

export async function startMailServer(): Promise<CountingServer> {
  const ids = new Set<string>()
  let mails = 0
  let bytes = 0
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onData(stream, _session, done) {
      let head = ''
      stream.on('data', (chunk: Buffer) => {
        bytes += chunk.length
        if (head.length < 10_000) head += chunk.toString('latin1')
      })
      stream.on('end', () => {
        mails += 1
        ids.add(/^Message-ID: (.*)$/im.exec(head)?.[1] ?? '')
        done()
      })
    },
  })
  // A client that ends a connection is no failure of the server.
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails: () => mails,
    repeated: () => mails - ids.size,
    megabytes: () => bytes / 1e6,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
