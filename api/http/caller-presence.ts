import { AsyncLocalStorage } from 'node:async_hooks'
import type { ServerResponse } from 'node:http'
import pg from 'pg'
import type { Database } from '../../runtime/postgres/postgres.ts'
import { problem } from './problem.ts'

/** The caller that waits for the answer to the current request. */
type Caller = { isGone: boolean; onGone: Set<() => void> | undefined }

const callers = new AsyncLocalStorage<Caller>()

/** A statement that would have ended by then is not worth a connection. */
const GRACE_MS = 100

/** Runs the rest of a request as one whose caller may close the connection before it is answered: then `leave` is called. */
export function watchCaller(response: ServerResponse, leave: () => void, rest: () => void): void {
  const caller: Caller = { isGone: false, onGone: undefined }
  response.once('close', () => {
    if (response.writableEnded) return
    caller.isGone = true
    leave()
    for (const notify of caller.onGone ?? []) notify()
  })
  callers.run(caller, rest)
}

const callerGone = () => problem(499, 'client_gone', 'The caller closed the connection before the answer.')

/**
 * Reads while the caller waits for the answer. A statement whose caller is gone is not begun; where it runs, its
 * connection is closed, and Postgres, which looks for that twice a second, gives it up.
 */
export function readForCaller(database: Database): Pick<Database, 'query'> {
  async function query(statement: string | pg.QueryConfig, values?: unknown[]): Promise<unknown> {
    const caller = callers.getStore()
    if (caller === undefined) return database.query(statement, values)
    if (caller.isGone) throw callerGone()
    const { prepared, end } = bindToCaller(caller, statement, values)
    let grace: NodeJS.Timeout | undefined
    const giveUp = () => {
      grace = setTimeout(end, GRACE_MS)
    }
    caller.onGone ??= new Set()
    caller.onGone.add(giveUp)
    try {
      return await database.query(prepared)
    } catch (error) {
      throw caller.isGone ? callerGone() : error
    } finally {
      clearTimeout(grace)
      caller.onGone.delete(giveUp)
    }
  }
  return { query: query as Database['query'] }
}

/** A statement that a caller who is gone by its turn keeps from being sent, and a way to end it once it was. */
function bindToCaller(
  caller: Caller,
  statement: string | pg.QueryConfig,
  values: unknown[] | undefined,
): { prepared: pg.QueryConfig; end: () => void } {
  const prepared = new pg.Query(statement, values)
  let connection: pg.Connection | undefined
  const send = prepared.submit.bind(prepared)
  // pg takes an error that submit gives for the failure of the statement; its types do not know.
  prepared.submit = (given) => {
    if (caller.isGone) return callerGone()
    connection = given
    return send(given)
  }
  return { prepared: prepared as unknown as pg.QueryConfig, end: () => connection?.stream.destroy() }
}
