import type { Kafka } from 'kafkajs'
import type pg from 'pg'
import type { EventCodec } from '../../runtime/event-codec.ts'
import type { LogRecord } from '../../runtime/log-record.ts'
import type { Database } from '../../runtime/postgres.ts'
import { readPartition } from '../../runtime/read-partition.ts'
import type { Settings } from '../../runtime/settings.ts'
import type { TopicName } from '../../schemas/topics.ts'
import { listParked, type ParkedLane } from '../parked.ts'
import { Comparison, type Difference, Differences } from './compare.ts'
import { Oracle } from './oracle.ts'
import { type Hole, Sequences } from './sequences.ts'

/** An event that is not parked, and that the oracle cannot apply either. */
export type Unreadable = {
  readonly topic: string
  readonly partition: number
  readonly offset: string
  readonly error: string
}

export type Verification = {
  readonly read_schema: string
  readonly is_equal: boolean
  readonly events: number
  readonly rows: number
  readonly differing: number
  /** The first of them. */
  readonly differences: readonly Difference[]
  readonly holes: readonly Hole[]
  readonly unreadable: readonly Unreadable[]
  /** Their events are left out of the comparison. */
  readonly parked: readonly ParkedLane[]
}

const NAMED_DIFFERENCES = 100

/**
 * Folds the log up to the positions of a read schema and compares the rows with it, as they were at one moment.
 * Partition by partition, so that no more than the rows of one are held. The projectors may go on meanwhile.
 */
export async function verify(options: {
  readonly settings: Settings
  readonly database: Database
  readonly kafka: Kafka
  readonly codec: EventCodec
  readonly read_schema: string
  readonly onPartition?: (done: number, of: number) => void
}): Promise<Verification> {
  const client = await options.database.connect()
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ')
    await client.query("SELECT set_config('idle_in_transaction_session_timeout', '0', true)")
    await client.query("SELECT set_config('statement_timeout', '0', true)")
    return await verifySnapshot(client, options)
  } finally {
    await client.query('ROLLBACK').catch(() => {})
    client.release(true)
  }
}

async function verifySnapshot(
  client: pg.PoolClient,
  options: Parameters<typeof verify>[0],
): Promise<Verification> {
  const { database, read_schema, codec, onPartition } = options
  const positions = await readPositions(client, read_schema)
  const skipped = await readParkedPlaces(client, read_schema)
  const parked = (await listParked(database)).filter((lane) => lane.read_schema === read_schema)
  const differences = new Differences(NAMED_DIFFERENCES)
  const comparison = new Comparison(client, read_schema, differences)
  const unreadable: Unreadable[] = []
  const holes: Hole[] = []
  let events = 0
  await comparison.begin()
  for (const [index, [partition, until]] of positions.entries()) {
    const oracle = new Oracle()
    const sequences = new Sequences()
    await readPartition({ ...options, partition, until }, async (records) => {
      for (const record of records) {
        events += 1
        sequences.see(record)
        if (!skipped.has(placeOf(record))) await applyRecord(oracle, codec, record, unreadable)
      }
    })
    await comparison.compare(oracle.tables)
    holes.push(...sequences.holes)
    onPartition?.(index + 1, positions.length)
  }
  await comparison.end()
  return {
    read_schema,
    is_equal: differences.count === 0 && holes.length === 0 && unreadable.length === 0,
    events,
    rows: comparison.rows,
    differing: differences.count,
    differences: differences.named,
    holes,
    unreadable,
    parked,
  }
}

async function applyRecord(
  oracle: Oracle,
  codec: EventCodec,
  record: LogRecord,
  unreadable: Unreadable[],
): Promise<void> {
  try {
    oracle.apply(await codec.decode(record))
  } catch (error) {
    const { topic, partition, offset } = record
    unreadable.push({ topic, partition, offset: String(offset), error: String(error) })
  }
}

/** By partition number: how far each topic was read. */
async function readPositions(
  client: pg.PoolClient,
  read_schema: string,
): Promise<[number, Map<TopicName, bigint>][]> {
  const { rows } = await client.query<{ topic: TopicName; partition: number; next: string }>(
    `SELECT topic, partition, next::text AS next FROM control.position
     WHERE read_schema = $1 ORDER BY partition, topic`,
    [read_schema],
  )
  return [...Map.groupBy(rows, ({ partition }) => partition)].map(([partition, all]) => [
    partition,
    new Map(all.map(({ topic, next }) => [topic, BigInt(next)])),
  ])
}

const placeOf = ({
  topic,
  partition,
  offset,
}: {
  topic: string
  partition: number
  offset: bigint | string
}) => `${topic}:${partition}:${offset}`

/** Parked and dropped events: what the rows rightly do not show. */
async function readParkedPlaces(client: pg.PoolClient, read_schema: string): Promise<Set<string>> {
  const { rows } = await client.query<{ topic: string; partition: number; offset: string }>(
    'SELECT topic, partition, "offset"::text AS "offset" FROM control.parked_event WHERE read_schema = $1',
    [read_schema],
  )
  return new Set(rows.map(placeOf))
}
