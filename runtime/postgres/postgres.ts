import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { LegislogError } from '../../schemas/errors.ts'
import { createLog } from '../log.ts'
import { databaseUrl } from '../settings/addresses.ts'
import type { Settings } from '../settings/settings.ts'

export type Database = pg.Pool
/** A pool, or one of its connections. */
export type Queryable = Pick<pg.Pool, 'query'> | Pick<pg.PoolClient, 'query'>

/**
 * tcp_*: a lost host keeps its locks for half a minute at most. In the middle of a COPY no timeout of Postgres applies,
 * and TCP's default is two hours. client_connection_check_interval: a statement ends when its connection is closed,
 * even if it has no result yet.
 */
const SESSION = [
  ...['TimeZone=UTC', 'DateStyle=ISO', 'IntervalStyle=iso_8601'],
  ...['tcp_keepalives_idle=10', 'tcp_keepalives_interval=5', 'tcp_keepalives_count=4'],
  'client_connection_check_interval=500',
]

/**
 * A pool whose connections use UTC and ISO dates and whose results contain no Date. `timestamptz` becomes RFC
 * 3339 in UTC with six digits, `date` becomes YYYY-MM-DD, and `json` is parsed. `int8` becomes a number if it
 * is a safe one; otherwise the read fails: select `::text`. The parsers belong to the pool; nothing global
 * changes.
 */
export function createDatabase(
  settings: Settings,
  options: {
    url?: string
    application_name?: string
    session?: readonly string[]
    /** The longest wait for a connection and for a response, since a frozen server never responds. */
    patience_ms?: number
  } = {},
): Database {
  const log = createLog('postgres', settings.log_level)
  const pool = new pg.Pool({
    connectionString: options.url ?? databaseUrl(settings),
    application_name: options.application_name ?? 'legislog',
    max: settings.database_pool,
    connectionTimeoutMillis: options.patience_ms ?? 10_000,
    ...(options.patience_ms === undefined ? {} : { query_timeout: options.patience_ms }),
    idleTimeoutMillis: 30_000,
    statement_timeout: settings.database_statement_timeout_ms,
    // A process that froze in a transaction holds its locks no longer than this.
    idle_in_transaction_session_timeout: 20_000,
    keepAlive: true,
    options: [...SESSION, ...(options.session ?? [])].map((setting) => `-c ${setting}`).join(' '),
    types: { getTypeParser },
  })
  // An idle connection that breaks is replaced by the pool; without a listener it would end the process. pg attaches
  // the whole client to the error, with its password: only the message is logged.
  pool.on('error', ({ message }) => log.warn({ reason: message }, 'an idle Postgres connection broke'))
  return pool
}

/** A borrowed connection. When it is given back, it is used again, or closed if it must not be. */
export type Loan = { readonly client: pg.PoolClient; giveBack(usable: boolean): void }

/**
 * Lends a connection to a caller that keeps it for longer than one piece of work. If it breaks meanwhile, its next
 * statement fails. All connections are taken from a pool here. The pool does not listen to a borrowed one, and an error
 * without a listener would end the process.
 */
export async function borrow(database: Database): Promise<Loan> {
  const client = await database.connect()
  const ignore = () => {}
  client.on('error', ignore)
  return {
    client,
    giveBack(usable) {
      client.off('error', ignore)
      client.release(!usable)
    },
  }
}

/**
 * Runs `work` with a separate connection. It is used again only if `work` succeeded: after a failure,
 * something may still be open on it.
 */
export async function withConnection<T>(
  database: Database,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  return lend(database, work, true)
}

/**
 * Runs `work` with a connection that is closed afterwards: its locks, settings and open statements end with it.
 * Postgres takes a moment to notice that a connection was closed, so the advisory locks are released before.
 */
export async function withSession<T>(
  database: Database,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const workAndUnlock = async (client: pg.PoolClient) => {
    try {
      return await work(client)
    } finally {
      await unlockAll(client)
    }
  }
  return lend(database, workAndUnlock, false)
}

/** A Postgres that does not answer must not keep a process from ending. */
const UNLOCK_TIMEOUT_MS = 1_000

async function unlockAll(client: pg.PoolClient): Promise<void> {
  // If Postgres is gone, so are the session's locks.
  const unlocked = client.query('SELECT pg_advisory_unlock_all()').catch(() => {})
  await Promise.race([unlocked, delay(UNLOCK_TIMEOUT_MS, undefined, { ref: false })])
}

async function lend<T>(
  database: Database,
  work: (client: pg.PoolClient) => Promise<T>,
  usableAfter: boolean,
): Promise<T> {
  const { client, giveBack } = await borrow(database)
  let usable = false
  try {
    const result = await work(client)
    usable = usableAfter
    return result
  } finally {
    giveBack(usable)
  }
}

/**
 * Runs `work` between BEGIN and COMMIT. A connection is used again only if `work` succeeded or threw a LegislogError.
 * After any other failure a COPY may still be open on it, so it is closed.
 */
export async function inTransaction<T>(
  database: Database,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const { client, giveBack } = await borrow(database)
  let usable = false
  try {
    await client.query('BEGIN')
    const result = await work(client)
    await client.query('COMMIT')
    usable = true
    return result
  } catch (error) {
    if (error instanceof LegislogError || error instanceof pg.DatabaseError) {
      usable =
        (await client.query('ROLLBACK').then(
          () => true,
          () => false,
        )) && error instanceof LegislogError
    }
    throw error
  } finally {
    giveBack(usable)
  }
}

type Parser = (text: string) => unknown

const INT8 = 20
const DATE = 1082
const TIMESTAMP = 1114
const TIMESTAMPTZ = 1184

const asIs: Parser = (text) => text
const parsers = new Map<number, Parser>([
  [INT8, parseInt8],
  [1016, (text) => parseArray(text, parseInt8)],
  [DATE, asIs],
  [1182, (text) => parseArray(text, asIs)],
  [TIMESTAMP, asIs],
  [1115, (text) => parseArray(text, asIs)],
  [TIMESTAMPTZ, parseTimestamptz],
  [1185, (text) => parseArray(text, parseTimestamptz)],
])

// pg's own signature is overloaded by literal oids. Ours takes a number, as pg calls it.
const getTypeParser = ((oid: number, format?: 'text' | 'binary') =>
  (format !== 'binary' && parsers.get(oid)) ||
  pg.types.getTypeParser(oid, format as 'text')) as unknown as typeof pg.types.getTypeParser

/** pg-types exports something else under this name than its types declare. */
const arrayParser = pg.types.arrayParser as unknown as {
  create(text: string, parse: Parser): { parse(): unknown[] }
}

function parseArray(text: string, parse: Parser): unknown[] {
  return arrayParser.create(text, parse).parse()
}

function parseInt8(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) {
    throw new RangeError(`bigint ${text} does not fit in a number: select it as text`)
  }
  return value
}

/** `2026-01-02 03:04:05.6+00` → `2026-01-02T03:04:05.600000Z`; `infinity` and `-infinity` stay. */
export function parseTimestamptz(text: string): string {
  if (text.endsWith('infinity')) return text
  const seconds = text.slice(0, 19).replace(' ', 'T')
  const fraction = text[19] === '.' ? text.slice(20, text.indexOf('+', 19)) : ''
  return `${seconds}.${fraction.padEnd(6, '0')}Z`
}
