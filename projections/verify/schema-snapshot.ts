import type pg from 'pg'
import { offsetKey, partitionKey } from '../../runtime/kafka/client/log-position.ts'
import type { LogRecord } from '../../runtime/kafka/records/log-record.ts'
import { borrow, type Database, type Queryable, withSession } from '../../runtime/postgres/postgres.ts'
import type { TopicName } from '../../schemas/log/topics.ts'
import { Oracle } from './oracle/oracle.ts'

/** An event that is not parked, but that the oracle cannot apply either. */
export type Unreadable = {
  readonly topic: string
  readonly partition: number
  readonly offset: string
  readonly error: string
}

/** A read schema at one moment: its rows, its positions, its parked events, and its expected rows. */
export type SchemaSnapshot = {
  readonly name: string
  readonly client: pg.PoolClient
  readonly oracle: Oracle
  readonly unreadable: Unreadable[]
  position(topic: TopicName, partition: number): bigint
  /** True if the rows include this event: it was read, and is not parked or dropped. */
  shows(record: LogRecord): boolean
  addUnreadable(record: LogRecord, error: unknown): void
  close(): Promise<void>
}

/** Opens a read-only transaction. With a snapshot it uses the one that another open transaction has exported. */
export async function openSnapshot(
  database: Database,
  { name, snapshot }: { readonly name: string; readonly snapshot?: string },
): Promise<SchemaSnapshot> {
  const { client, giveBack } = await borrow(database)
  const close = async () => {
    // The connection is closed after it, which ends the transaction too.
    await client.query('ROLLBACK').catch(() => {})
    giveBack(false)
  }
  try {
    await beginReading(client, snapshot)
    const positions = await readPositions(client, name)
    const parked = await readParkedPositions(client, name)
    const unreadable: Unreadable[] = []
    const position = (topic: TopicName, partition: number) =>
      positions.get(partitionKey({ topic, partition })) ?? 0n
    return {
      name,
      client,
      oracle: new Oracle(),
      unreadable,
      position,
      close,
      shows: (record) =>
        record.offset < position(record.topic, record.partition) && !parked.has(offsetKey(record)),
      addUnreadable({ topic, partition, offset }, error) {
        unreadable.push({ topic, partition, offset: String(offset), error: String(error) })
      },
    }
  } catch (error) {
    await close()
    throw error
  }
}

/** Runs `work` in a read-only transaction with one snapshot of the current state. */
export function whileReading<T>(database: Database, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  return withSession(database, async (client) => {
    try {
      await beginReading(client)
      return await work(client)
    } finally {
      // The connection is closed after it, which ends the transaction too.
      await client.query('ROLLBACK').catch(() => {})
    }
  })
}

export async function beginReading(client: pg.ClientBase, snapshot?: string): Promise<void> {
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
  // SET only accepts a literal.
  if (snapshot !== undefined)
    await client.query(`SET TRANSACTION SNAPSHOT '${snapshot.replaceAll("'", "''")}'`)
  await client.query("SELECT set_config('idle_in_transaction_session_timeout', '0', true)")
  await client.query("SELECT set_config('statement_timeout', '0', true)")
}

/** By `topic:partition`. */
export async function readPositions(client: Queryable, readSchema: string): Promise<Map<string, bigint>> {
  const { rows } = await client.query<{ place: string; next: string }>(
    `SELECT topic || ':' || partition AS place, next::text AS next FROM control.position WHERE read_schema = $1
     ORDER BY partition, topic`,
    [readSchema],
  )
  return new Map(rows.map(({ place, next }) => [place, BigInt(next)]))
}

/** Parked and dropped events, which the rows correctly do not include. */
export async function readParkedPositions(client: pg.ClientBase, readSchema: string): Promise<Set<string>> {
  const { rows } = await client.query<{ topic: string; partition: number; offset: string }>(
    'SELECT topic, partition, "offset"::text AS "offset" FROM control.parked_event WHERE read_schema = $1',
    [readSchema],
  )
  return new Set(rows.map(offsetKey))
}
