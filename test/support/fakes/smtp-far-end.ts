import { SMTPServer, type SMTPServerDataStream } from 'smtp-server'
import { cleanUp } from '../harness/clean-up.ts'

export type ReceivedMail = { readonly to: readonly string[]; readonly text: string }

/** A mail server that speaks SMTP and keeps what it takes. */
export type SmtpFarEnd = {
  readonly url: string
  readonly mails: ReceivedMail[]
  /** The answer to the next recipients: undefined takes them. */
  refusal: { readonly code: number; readonly text: string } | undefined
  /** A recipient that it does not know. */
  unknown: string | undefined
  /** Called with each whole mail before it is answered: breaks the connections, or lets the answer go. */
  beforeAnswer: ((end: () => void, answer: () => void) => void) | undefined
}

/** `starttls`: the server offers TLS with a certificate that nobody signed. `password`: it takes no mail without it. */
export async function createSmtpFarEnd(
  options: { readonly starttls?: boolean; readonly password?: string } = {},
): Promise<SmtpFarEnd> {
  const { starttls = false, password } = options
  const server = new SMTPServer({
    disabledCommands: [
      ...(starttls ? [] : (['STARTTLS'] as const)),
      ...(password === undefined ? (['AUTH'] as const) : []),
    ],
    allowInsecureAuth: true,
    authOptional: password === undefined,
    onAuth(auth, _session, done) {
      if (auth.password === password) done(null, { user: auth.username })
      else done(Object.assign(new Error('5.7.8 wrong password'), { responseCode: 535 }))
    },
    onRcptTo({ address }, _session, done) {
      const isUnknown = address === farEnd.unknown
      const refusal = isUnknown ? { code: 550, text: '5.1.1 no such user' } : farEnd.refusal
      if (refusal === undefined) done()
      else done(Object.assign(new Error(refusal.text), { responseCode: refusal.code }))
    },
    onData(stream: SMTPServerDataStream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const to = session.envelope.rcptTo.map(({ address }) => address)
        farEnd.mails.push({ to, text: Buffer.concat(chunks).toString('utf8') })
        if (farEnd.beforeAnswer === undefined) done()
        else
          farEnd.beforeAnswer(
            () => dropAll(),
            () => done(),
          )
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
    unknown: undefined,
    beforeAnswer: undefined,
  }
  return farEnd
}
