import type { Socket } from 'node:net'
import { isReady, PostgresMessages, statementOf } from './postgres-messages.ts'
import { createTcpProxy } from './tcp-proxy.ts'

/** A statement on its way, with the ones before it since BEGIN. */
export type Passing = { readonly sql: string; readonly since_begin: readonly string[] }
export type Moment = (passing: Passing) => boolean

export type Held = {
  /** Lets everything continue. Blocked bytes arrive even if their sender is gone. */
  release(): void
  /** Ends the connection on both sides: blocked bytes never arrive. */
  cut(): void
}

export type PostgresProxy = {
  /** The same database, through the proxy. */
  readonly url: string
  /** Resolves when this many connections wait before such a statement, which Postgres has not received. */
  holdBefore(moment: Moment, connections?: number): Promise<Held>
  /** Resolves when Postgres has executed such a statement and its response is held back. */
  holdAnswer(moment: Moment): Promise<Held>
}

type Watch = {
  moment: Moment
  side: 'before' | 'answer'
  wanted: number
  lines: Line[]
  all: (held: Held) => void
}

/** A proxy between a process and Postgres that stops either side at an exact moment of a transaction. */
export async function createPostgresProxy(databaseUrl: string): Promise<PostgresProxy> {
  const target = new URL(databaseUrl)
  const watches = new Set<Watch>()
  const proxy = await createTcpProxy({
    target: () => target,
    onConnection: (client, server) => void new Line(client, server, watches),
  })
  const url = new URL(databaseUrl)
  url.port = String(proxy.port)

  const hold = (side: Watch['side'], moment: Moment, wanted: number) =>
    new Promise<Held>((all) => {
      watches.add({ moment, side, wanted, lines: [], all })
    })
  return {
    url: url.href,
    holdBefore: (moment, connections = 1) => hold('before', moment, connections),
    holdAnswer: (moment) => hold('answer', moment, 1),
  }
}

/** One connection. */
class Line {
  readonly #client: Socket
  readonly #server: Socket
  readonly #watches: Set<Watch>
  #since_begin: string[] = []
  #waiting: Buffer[] = []
  #answers: Buffer[] = []
  #holds: 'before' | 'answer' | undefined
  #answered: Watch | undefined

  constructor(client: Socket, server: Socket, watches: Set<Watch>) {
    this.#client = client
    this.#server = server
    this.#watches = watches
    const [asked, answered] = [new PostgresMessages('client'), new PostgresMessages('server')]
    client.setNoDelay(true)
    server.setNoDelay(true)
    client.on('data', (bytes) => {
      for (const message of asked.take(bytes)) this.#ask(message)
    })
    server.on('data', (bytes) => {
      for (const message of answered.take(bytes)) this.#answer(message)
    })
    client.on('close', () => {
      if (this.#holds === undefined) server.destroy()
    })
    server.on('close', () => client.destroy())
  }

  cut(): void {
    this.#client.destroy()
    this.#server.destroy()
  }

  release(): void {
    this.#holds = undefined
    if (!this.#client.destroyed) for (const message of this.#answers.splice(0)) this.#client.write(message)
    for (const message of this.#waiting.splice(0)) this.#ask(message)
    if (this.#client.destroyed && this.#holds === undefined) this.#server.end()
  }

  #ask(message: Buffer): void {
    if (this.#holds === 'before') return void this.#waiting.push(message)
    const sql = statementOf(message)
    if (sql === undefined) return void this.#server.write(message)
    if (sql === 'BEGIN') this.#since_begin = []
    const watch = [...this.#watches].find(({ moment }) => moment({ sql, since_begin: this.#since_begin }))
    this.#since_begin.push(sql)
    if (watch?.side === 'before') {
      this.#holds = 'before'
      this.#waiting.push(message)
      this.#join(watch)
      return
    }
    this.#server.write(message)
    if (watch === undefined) return
    this.#holds = 'answer'
    this.#answered = watch
    this.#watches.delete(watch)
  }

  #answer(message: Buffer): void {
    if (this.#holds === 'answer') this.#answers.push(message)
    else if (!this.#client.destroyed) this.#client.write(message)
    if (!isReady(message) || this.#answered === undefined) return
    const watch = this.#answered
    this.#answered = undefined
    this.#join(watch)
  }

  #join(watch: Watch): void {
    watch.lines.push(this)
    if (watch.lines.length < watch.wanted) return
    this.#watches.delete(watch)
    watch.all({
      release: () => {
        for (const line of watch.lines) line.release()
      },
      cut: () => {
        for (const line of watch.lines) line.cut()
      },
    })
  }
}
