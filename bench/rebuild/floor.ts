import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { createTables, indexesOf } from '../../projections/read-model/table.ts'
import { readTables } from '../../projections/tables/read-tables.ts'
import { createKafka } from '../../runtime/kafka/client/kafka-client.ts'
import { createLogSource } from '../../runtime/kafka/log-source/log-source.ts'
import type { Log } from '../../runtime/log.ts'
import { type Database, inTransaction } from '../../runtime/postgres/postgres.ts'
import type { Settings } from '../../runtime/settings/settings.ts'
import type { TopicName } from '../../schemas/log/topics.ts'
import { type Measured, measure } from '../measure/measure.ts'
import type { Parties } from '../measure/processor-time.ts'
import { leaveAlone, settle } from '../measure/settle.ts'

const FLOOR = 'floor'

/** The cheapest read of the same log, COPY of the same rows, and build of the same indexes, each alone. */
export async function measureFloor(options: {
  readonly settings: Settings
  readonly database: Database
  readonly log: Log
  readonly parties: Parties
  readonly until: ReadonlyMap<string, bigint>
  readonly events: number
  readonly read_schema: string
}): Promise<Measured[]> {
  const { database, parties, events, read_schema } = options
  const amount = { records: 0, events }
  const read = await measure(parties, 'floor: read, nothing done to it', () => readAll(options), amount)
  await database.query(`DROP SCHEMA IF EXISTS ${FLOOR} CASCADE`)
  await database.query([`CREATE SCHEMA ${FLOOR}`, ...createTables(FLOOR, readTables)].join(';\n'))
  await leaveAlone(database, FLOOR)
  try {
    const copied: Measured[] = []
    for (const { name } of readTables) {
      // One file at a time: all of them take as much room as the database.
      const folder = await mkdtemp(join(tmpdir(), 'legislog-rows-'))
      const file = join(folder, name)
      await untimed(database, async (client) => {
        const rows = client.query(copyTo(`COPY ${read_schema}.${name} TO STDOUT (FORMAT binary)`))
        await pipeline(rows, createWriteStream(file))
      })
      await settle(database)
      const copy = await measure(
        parties,
        name,
        () =>
          untimed(database, async (client) => {
            const rows = client.query(copyFrom(`COPY ${FLOOR}.${name} FROM STDIN (FORMAT binary)`))
            await pipeline(createReadStream(file, { highWaterMark: 1024 * 1024 }), rows)
          }),
        amount,
      )
      copied.push(copy.measured)
      await rm(folder, { recursive: true })
    }
    await settle(database)
    const index = await measure(
      parties,
      'floor: the same indexes, one after another',
      async () => {
        for (const { create } of readTables.flatMap(indexesOf)) {
          await untimed(database, (client) => client.query(create(FLOOR)))
        }
      },
      amount,
    )
    return [read.measured, sumOf('floor: COPY of the same rows', copied), index.measured]
  } finally {
    await database.query(`DROP SCHEMA ${FLOOR} CASCADE`)
  }
}

/** Runs in one transaction without a timeout. */
function untimed(
  database: Database,
  work: (client: Parameters<Parameters<typeof inTransaction>[1]>[0]) => Promise<unknown>,
): Promise<unknown> {
  return inTransaction(database, async (client) => {
    await client.query(
      `SET LOCAL statement_timeout = 0; SET LOCAL synchronous_commit = off;
       SET LOCAL max_parallel_maintenance_workers = 0; SET LOCAL maintenance_work_mem = '1GB'`,
    )
    return work(client)
  })
}

async function readAll({
  settings,
  log,
  until,
}: Pick<Parameters<typeof measureFloor>[0], 'settings' | 'log' | 'until'>): Promise<number> {
  const source = createLogSource({ settings, kafka: createKafka(settings, 'bench', log), log })
  let records = 0
  for (const [part, to] of until) {
    const [topic, partition] = part.split(':') as [TopicName, string]
    const place = { topic, partition: Number(partition) }
    for await (const { count } of source.batches(place, 0n, to)) records += count
  }
  await source.close()
  return records
}

function sumOf(name: string, parts: readonly Measured[]): Measured {
  const sum = (of: (one: Measured) => number) => parts.reduce((total, one) => total + of(one), 0)
  return {
    name,
    records: 0,
    events: parts[0]!.events,
    wall_s: sum(({ wall_s }) => wall_s),
    peak_mb: Math.max(...parts.map(({ peak_mb }) => peak_mb)),
    time: {
      own_ms: sum(({ time }) => time.own_ms),
      postgres_ms: sum(({ time }) => time.postgres_ms),
      kafka_ms: sum(({ time }) => time.kafka_ms),
    },
  }
}
