import { availableParallelism } from 'node:os'
import { openContext } from '../cli/context/context.ts'
import { createTables } from '../projections/read-model/table.ts'
import { addPositions } from '../projections/read-schemas/read-schema.ts'
import { logEnds } from '../projections/rebuild/catch-up/positions-at.ts'
import { buildIndexes } from '../projections/rebuild/indexes/build-indexes.ts'
import { loadReadSchema } from '../projections/rebuild/load/load.ts'
import { readTables } from '../projections/tables/read-tables.ts'
import { createKafka } from '../runtime/kafka/client/kafka-client.ts'
import { createLogSource } from '../runtime/kafka/log-source/log-source.ts'
import type { Log } from '../runtime/log.ts'
import { type Database, inTransaction } from '../runtime/postgres/postgres.ts'
import type { Settings } from '../runtime/settings/settings.ts'
import { allOf, type Measured, measure } from './measure/measure.ts'
import { findParties } from './measure/processor-time.ts'
import { keepResult } from './measure/results.ts'
import { leaveAlone, settle } from './measure/settle.ts'
import { markdown } from './measure/tables.ts'
import { measureFloor } from './rebuild/floor.ts'
import { measureFold } from './rebuild/fold-stages.ts'
import { withCorpus } from './service/corpus-stack.ts'

/** Next to everything else in the database. */
const READ_SCHEMA = 'read_9001'

/**
 * Load and indexes of a rebuild, stage by stage, compared with the cheapest read, COPY and index build of the same
 * data.
 */
export async function benchRebuild(bills: string): Promise<string> {
  const { settings, log } = await openContext({ name: 'bench', needs: ['postgres', 'kafka', 'registry'] })
  const options = { settings, log, name: 'rebuild', bills, projected: false }
  return withCorpus(options, async (stack) => {
    const { settings: own, database } = stack
    const parties = await findParties(own)
    const workers = own.rebuild_workers || availableParallelism()
    const until = await endsOf(own, log)
    await makeEmpty(database, own)
    try {
      await database.query('VACUUM ANALYZE')
      await settle(database)
      const load = await measure(
        parties,
        `load, ${workers} threads`,
        () => loadReadSchema({ settings: own, read_schema: READ_SCHEMA, until, workers, log }),
        ({ events }) => ({ records: 0, events }),
      )
      const { events, rows } = load.result
      const amount = { records: 0, events }
      await settle(database)
      const index = await measure(
        parties,
        `indexes and statistics, ${workers} connections`,
        () => buildIndexes({ settings: own, read_schema: READ_SCHEMA, workers, log }),
        amount,
      )
      const floor = await measureFloor({
        settings: own,
        database,
        log,
        parties,
        until,
        events,
        read_schema: READ_SCHEMA,
      })
      const fold = await measureFold({ settings: own, database, log, until })
      const body = describe(
        { bills: stack.bills, rows, workers },
        [load.measured, index.measured],
        floor,
        fold,
      )
      const dearest = index.result.built.toSorted((a, b) => b.seconds - a.seconds).slice(0, 5)
      const names = dearest.map(({ name, seconds }) => `${name} ${seconds.toFixed(1)} s`).join(', ')
      return await keepResult(
        'legislog bench rebuild',
        `${body}\n\n${load.result.passes} passes over ${load.result.partitions} partitions. Dearest indexes: ${names}.`,
      )
    } finally {
      await drop(database)
    }
  })
}

async function endsOf(settings: Settings, log: Log): Promise<Map<string, bigint>> {
  const source = createLogSource({ settings, kafka: createKafka(settings, 'bench', log), log })
  try {
    return await logEnds(source)
  } finally {
    await source.close()
  }
}

async function makeEmpty(database: Database, settings: Settings): Promise<void> {
  await drop(database)
  await inTransaction(database, async (client) => {
    await client.query(`INSERT INTO control.read_schema (name, state) VALUES ($1, 'building')`, [READ_SCHEMA])
    await client.query([`CREATE SCHEMA ${READ_SCHEMA}`, ...createTables(READ_SCHEMA, readTables)].join(';\n'))
    await leaveAlone(client, READ_SCHEMA)
    await addPositions(client, settings, READ_SCHEMA)
  })
}

async function drop(database: Database): Promise<void> {
  await database.query(`DROP SCHEMA IF EXISTS ${READ_SCHEMA} CASCADE`)
  await database.query('DELETE FROM control.read_schema WHERE name = $1', [READ_SCHEMA])
}

function describe(
  { bills, rows, workers }: { bills: number; rows: number; workers: number },
  work: readonly Measured[],
  floor: readonly Measured[],
  fold: readonly Measured[],
): string {
  const { events } = work[0]!
  const cpu = (all: readonly Measured[]) => all.reduce((sum, { time }) => sum + allOf(time), 0)
  const wall = (all: readonly Measured[]) => all.reduce((sum, { wall_s }) => sum + wall_s, 0)
  const each = (ms: number) => ((ms * 1000) / events).toFixed(1)
  const row = (one: Measured) => [
    one.name,
    one.wall_s.toFixed(1),
    each(one.time.own_ms),
    each(one.time.postgres_ms),
    each(one.time.kafka_ms),
    each(allOf(one.time)),
    one.peak_mb,
  ]
  const total = (name: string, all: readonly Measured[]) => [
    name,
    wall(all).toFixed(1),
    '',
    '',
    '',
    each(cpu(all)),
    '',
  ]
  const quiet_s = (cpu(work) / 1000 / workers) * (14_000_000 / events)
  return [
    `${bills} bills, ${events} events, ${rows} rows, ${(rows / events).toFixed(2)} an event. CPU of ${(cpu(work) / cpu(floor)).toFixed(2)} times the floor; wall ${(wall(work) / wall(floor)).toFixed(2)} times the floor's, which is done one after another. With ${workers} cores that do nothing else, 14 million events would take ${quiet_s.toFixed(0)} s.`,
    markdown(
      ['', 'wall s', 'node µs/event', 'Postgres µs/event', 'Kafka µs/event', 'CPU µs/event', 'peak MB'],
      [...work.map(row), total('**rebuild**', work), ...floor.map(row), total('**floor**', floor)],
    ),
    'The node part of the load in one thread, each stage with all before it; Postgres and Kafka not counted:',
    markdown(
      ['', 'wall s', 'node µs/event'],
      fold.map((one) => [one.name, one.wall_s.toFixed(1), each(one.time.own_ms)]),
    ),
  ].join('\n\n')
}
