import { AsyncLocalStorage } from 'node:async_hooks'
import type { ServerResponse } from 'node:http'
import pg from 'pg'
import type { Database } from '../../runtime/postgres/postgres.ts'
import { problem } from './problem.ts'

/** The caller that waits for the answer to the current request. */
type Caller = { isGone: boolean; onGone: Set<() => void> | undefined }

const callers = new AsyncLocalStorage<Caller>()

/** A statement that ends within this time keeps its connection. */
const GRACE_MS = 100

/** Runs the rest of a request and calls `leave` if the caller closes the connection before the answer. */
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

/** Whether the caller of the current request has closed the connection. */
export const isCallerGone = (): boolean => callers.getStore()?.isGone === true

/** Runs work that is finished even if the caller of the current request closes the connection. */
export function regardlessOfCaller<T>(work: () => T): T {
  return callers.run({ isGone: false, onGone: undefined }, work)
}

export const callerGone = () =>
  problem(499, 'client_gone', 'The caller closed the connection before the answer.')

/**
 * Reads while the caller waits for the answer. If the caller is gone, a statement does not start. A running
 * one loses its connection; Postgres checks for that twice a second and cancels it.
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

/**
 * Makes a statement that is not sent if the caller is gone when its turn comes, and a function that ends it
 * afterwards.
 */
function bindToCaller(
  caller: Caller,
  statement: string | pg.QueryConfig,
  values: unknown[] | undefined,
): { prepared: pg.QueryConfig; end: () => void } {
  const prepared = new pg.Query(statement, values)
  let connection: pg.Connection | undefined
  const send = prepared.submit.bind(prepared)
  // pg treats an error returned by submit as a failure of the statement; its types do not say so.
  prepared.submit = (given) => {
    if (caller.isGone) return callerGone()
    connection = given
    return send(given)
  }
  return { prepared: prepared as unknown as pg.QueryConfig, end: () => connection?.stream.destroy() }
}
