/** Cuts what comes over a connection of Postgres's protocol into its messages. */
export class PostgresMessages {
  #rest: Buffer = Buffer.alloc(0)
  /** The first message of a client has no type. */
  #isFirst: boolean

  constructor(side: 'client' | 'server') {
    this.#isFirst = side === 'client'
  }

  /** Whole messages; what is left of the last one waits for more. */
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

/** The SQL that a message of a client begins, `end of copy` for the end of what it copies, else undefined. */
export function statementOf(message: Buffer): string | undefined {
  if (message[0] === QUERY) return textFrom(message, 5)
  if (message[0] === PARSE) return textFrom(message, message.indexOf(0, 5) + 1)
  return message[0] === COPY_DONE ? 'end of copy' : undefined
}

/** Whether Postgres says with this that it has done what it was asked for. */
export const isReady = (message: Buffer): boolean => message[0] === READY

function textFrom(message: Buffer, start: number): string {
  return message.toString('utf8', start, message.indexOf(0, start))
}
