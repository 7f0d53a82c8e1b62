import { AsyncLocalStorage } from 'node:async_hooks'
import type { ServerResponse } from 'node:http'
import type { Database } from '../runtime/postgres.ts'
import { problem } from './problem.ts'

/** Whoever waits for the answer of the request in hand. */
type Caller = { isGone: boolean; readonly onGone: Set<() => void> }

const callers = new AsyncLocalStorage<Caller>()

/** A statement that would have ended by then is not worth a connection. */
const GRACE_MS = 100

/** Runs the rest of a request as one whose caller may close the connection before it is answered. */
export function watchCaller(response: ServerResponse, rest: () => void): void {
  const caller: Caller = { isGone: false, onGone: new Set() }
  response.once('close', () => {
    if (response.writableFinished) return
    caller.isGone = true
    for (const tell of caller.onGone) tell()
  })
  callers.run(caller, rest)
}

const gone = () => problem(499, 'client_gone', 'The caller closed the connection before the answer.')

/**
 * Reads for as long as somebody waits for the answer. A statement whose caller is gone is not begun; where it runs, its
 * connection is closed, and Postgres, which looks for that twice a second, gives it up.
 */
export function readForCaller(database: Database): Pick<Database, 'query'> {
  async function query(...statement: unknown[]): Promise<unknown> {
    const caller = callers.getStore()
    if (caller === undefined) return Reflect.apply(database.query, database, statement)
    if (caller.isGone) throw gone()
    const client = await database.connect()
    let isReleased = false
    const release = (isBroken: boolean) => {
      if (isReleased) return
      isReleased = true
      client.release(isBroken)
    }
    if (caller.isGone) {
      release(false)
      throw gone()
    }
    let grace: NodeJS.Timeout | undefined
    const giveUp = () => {
      grace = setTimeout(() => release(true), GRACE_MS)
    }
    // A connection that breaks while it is lent out fails its statement; it must not also end the process.
    const ignore = () => {}
    client.on('error', ignore)
    caller.onGone.add(giveUp)
    try {
      const result = await Reflect.apply(client.query, client, statement)
      release(false)
      return result
    } catch (error) {
      release(true)
      throw caller.isGone ? gone() : error
    } finally {
      clearTimeout(grace)
      caller.onGone.delete(giveUp)
      client.off('error', ignore)
    }
  }
  return { query: query as Database['query'] }
}
