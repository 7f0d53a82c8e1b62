/** Splits a stream of Postgres's protocol into messages. */
export class PostgresMessages {
  #rest: Buffer = Buffer.alloc(0)
  /** The first message of a client has no type. */
  #isFirst: boolean

  constructor(side: 'client' | 'server') {
    this.#isFirst = side === 'client'
  }

  /** Returns whole messages; the rest waits for more bytes. */
  take(bytes: Buffer): Buffer[] {
    this.#rest = this.#rest.length === 0 ? bytes : Buffer.concat([this.#rest, bytes])
    const messages: Buffer[] = []
    for (;;) {
      const at = this.#isFirst ? 0 : 1
      if (this.#rest.length < at + 4) return messages
      const end = at + this.#rest.readInt32BE(at)
      if (this.#rest.length < end) return messages
      messages.push(this.#rest.subarray(0, end))
      this.#rest = this.#rest.subarray(end)
      this.#isFirst = false
    }
  }
}

const QUERY = 'Q'.charCodeAt(0)
const PARSE = 'P'.charCodeAt(0)
const COPY_DONE = 'c'.charCodeAt(0)
const READY = 'Z'.charCodeAt(0)

/** The SQL of a client's message, `end of copy` at the end of a COPY, or undefined. */
export function statementOf(message: Buffer): string | undefined {
  if (message[0] === QUERY) return textFrom(message, 5)
  if (message[0] === PARSE) return textFrom(message, message.indexOf(0, 5) + 1)
  return message[0] === COPY_DONE ? 'end of copy' : undefined
}

/** True if Postgres reports with this message that it is done. */
export const isReady = (message: Buffer): boolean => message[0] === READY

function textFrom(message: Buffer, start: number): string {
  return message.toString('utf8', start, message.indexOf(0, start))
}
