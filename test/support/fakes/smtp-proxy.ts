import type { Socket } from 'node:net'
import { createTcpProxy } from '../faults/tcp-proxy.ts'

/** A step of a mail on its way: the greeting, a command, or the end of the text. */
export type SmtpStep = 'greeting' | 'EHLO' | 'MAIL' | 'RCPT' | 'DATA' | 'text'

/**
 * What happens at a step. `close` and `stall` give no answer. A text is the answer instead of that of the server. `taken`: the
 * server gets the text first, and its answer is lost. `cut`: the connection ends in the middle of the text.
 */
export type SmtpFault = {
  readonly step: SmtpStep
  readonly does: 'close' | 'stall' | 'cut' | `${number} ${string}`
  readonly is_taken?: boolean
}

export type SmtpProxy = {
  readonly port: number
  /** undefined: every byte passes. */
  fault: SmtpFault | undefined
}

/** Stands in front of a real mail server, command by command, and breaks one step. */
export async function createSmtpProxy(server: string): Promise<SmtpProxy> {
  const proxy = await createTcpProxy({
    target: () => new URL(server),
    onConnection: (client, upstream) =>
      // One side has ended, and so does the other.
      void passCommands(client, upstream, () => made.fault).catch(() => {
        client.destroy()
        upstream.destroy()
      }),
  })
  const made: SmtpProxy = { port: proxy.port, fault: undefined }
  return made
}

async function passCommands(
  client: Socket,
  upstream: Socket,
  readFault: () => SmtpFault | undefined,
): Promise<void> {
  const asked = createReader(client)
  const answered = createReader(upstream)
  async function ask(command: string): Promise<string> {
    upstream.write(command, 'latin1')
    return answer()
  }
  async function answer(): Promise<string> {
    for (let text = ''; ; ) {
      const line = await answered.until('\r\n')
      text += line
      if (/^\d{3} /.test(line)) return text
    }
  }
  /** Returns false if the step is broken. */
  const passes = (step: string): boolean => {
    const fault = readFault()
    if (fault?.step !== step) return true
    if (fault.does === 'close' || fault.does === 'cut') client.destroy()
    else if (fault.does !== 'stall') client.write(`${fault.does}\r\n`, 'latin1')
    if (fault.does.startsWith('421')) client.end()
    return false
  }
  async function passText(): Promise<void> {
    client.write('354 go on\r\n')
    if (readFault()?.does === 'cut') {
      await asked.until('\r\n')
      client.destroy()
    }
    const text = await asked.until('\r\n.\r\n')
    const { step, is_taken } = readFault() ?? {}
    if (step === 'text' && is_taken !== true) {
      await ask('RSET\r\n')
      passes('text')
      return
    }
    await ask('DATA\r\n')
    const outcome = await ask(text)
    if (passes('text')) client.write(outcome)
  }

  const greeting = await answer()
  if (passes('greeting')) client.write(greeting)
  let hasRecipient = false
  for (;;) {
    const command = await asked.until('\r\n')
    const verb = command.slice(0, 4).toUpperCase()
    if (!passes(verb)) continue
    if (verb === 'DATA' && hasRecipient) {
      await passText()
      continue
    }
    const said = await ask(command)
    if (verb === 'MAIL') hasRecipient = false
    if (verb === 'RCPT') hasRecipient ||= said.startsWith('250')
    client.write(said)
  }
}

/** Bytes of a connection up to a mark. Throws if the connection ends before. */
function createReader(socket: Socket): { until(mark: string): Promise<string> } {
  let text = ''
  let wake = () => {}
  socket.setEncoding('latin1')
  socket.on('data', (chunk: string) => {
    text += chunk
    wake()
  })
  socket.on('close', () => wake())
  return {
    async until(mark) {
      while (!text.includes(mark)) {
        if (socket.destroyed) throw new Error('the connection has ended')
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
      const end = text.indexOf(mark) + mark.length
      const found = text.slice(0, end)
      text = text.slice(end)
      return found
    },
  }
}
