import { SMTPServer, type SMTPServerDataStream } from 'smtp-server'
import { cleanUp } from '../harness/clean-up.ts'

export type ReceivedMail = { readonly to: readonly string[]; readonly text: string }

/** A mail server that speaks SMTP and keeps what it takes. */
export type SmtpFarEnd = {
  readonly url: string
  readonly mails: ReceivedMail[]
  /** The answer to the next recipients: undefined takes them. */
  refusal: { readonly code: number; readonly text: string } | undefined
  /** Called with each whole mail before it is answered; may break the connection. */
  beforeAnswer: ((end: () => void) => void) | undefined
}

export async function createSmtpFarEnd(): Promise<SmtpFarEnd> {
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onRcptTo(_address, _session, done) {
      if (farEnd.refusal === undefined) done()
      else done(Object.assign(new Error(farEnd.refusal.text), { responseCode: farEnd.refusal.code }))
    },
    onData(stream: SMTPServerDataStream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const to = session.envelope.rcptTo.map(({ address }) => address)
        farEnd.mails.push({ to, text: Buffer.concat(chunks).toString('utf8') })
        if (farEnd.beforeAnswer === undefined) done()
        else farEnd.beforeAnswer(() => dropAll())
      })
    },
  })
  server.on('error', () => {})
  const sockets = new Set<{ destroy(): void }>()
  server.server.on('connection', (socket) => void sockets.add(socket))
  const dropAll = () => {
    for (const socket of sockets) socket.destroy()
    sockets.clear()
  }
  const port = await new Promise<number>((resolve) => {
    const listener = server.listen(0, '127.0.0.1', () => {
      resolve((listener.address() as { port: number }).port)
    })
  })
  cleanUp(
    () =>
      new Promise<void>((done) => {
        dropAll()
        server.close(() => done())
      }),
  )
  const farEnd: SmtpFarEnd = {
    url: `smtp://127.0.0.1:${port}`,
    mails: [],
    refusal: undefined,
    beforeAnswer: undefined,
  }
  return farEnd
}
