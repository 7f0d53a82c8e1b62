import { frameEvents } from '../../ingest/outbox/outbox-frame.ts'
import { createKafka, partitionCount } from '../../runtime/kafka/client/kafka-client.ts'
import { readPartition } from '../../runtime/kafka/log-source/read-partition.ts'
import type { LogRecord } from '../../runtime/kafka/records/log-record.ts'
import { type TopicName, topics } from '../../schemas/log/topics.ts'
import type { Scratch } from '../service/scratch-database.ts'

const AT_ONCE = 500

type Row = { topic: TopicName; partition: number; key: string; count: number; events: Buffer }

/** Puts events of the log into the outbox again, up to a limit, as ingest wrote them: one row per key. */
export async function refillOutbox({ settings, database }: Scratch, most: number): Promise<number> {
  const kafka = createKafka(settings, 'bench-scale')
  const partitions = Math.max(...topics.map(({ name }) => partitionCount(settings, name)))
  const { rows: ends } = await database.query<{ topic: TopicName; partition: number; end: string }>(
    'SELECT topic, partition, end_offset::text AS end FROM control.partition_clock',
  )
  let filled = 0
  for (let partition = 0; partition < partitions; partition++) {
    const own = ends.filter((end) => end.partition === partition)
    const until = new Map(own.map(({ topic, end }) => [topic, BigInt(end)]))
    let room = Math.ceil((most * (partition + 1)) / partitions) - filled
    await readPartition({ settings, kafka, partition, until }, async (records) => {
      const rows: Row[] = []
      for (const [name, group] of Map.groupBy(
        records.slice(0, room),
        ({ topic, key }) => `${topic}\n${key}`,
      )) {
        const [topic, key] = name.split('\n') as [TopicName, string]
        const events = group.map(({ headers, value }) => ({ headers: textHeaders(headers), value: value! }))
        rows.push({ topic, partition, key, count: events.length, events: frameEvents(events) })
        room -= events.length
        filled += events.length
      }
      for (let start = 0; start < rows.length; start += AT_ONCE)
        await insert(rows.slice(start, start + AT_ONCE))
    })
  }

  async function insert(rows: readonly Row[]): Promise<void> {
    await database.query(
      `INSERT INTO ingest.outbox (topic, partition, key, event_count, events)
       SELECT * FROM unnest($1::text[], $2::int[], $3::text[], $4::int[], $5::bytea[])`,
      [
        rows.map(({ topic }) => topic),
        rows.map(({ partition }) => partition),
        rows.map(({ key }) => key),
        rows.map(({ count }) => count),
        rows.map(({ events }) => events),
      ],
    )
  }

  return filled
}

/** Gives the headers that ingest writes; the relay adds the stamp. */
function textHeaders(headers: LogRecord['headers']): Record<string, string> {
  const entries = Object.entries(headers).filter(([name]) => name !== 'ce_recordedtime')
  return Object.fromEntries(entries.map(([name, value]) => [name, String(value)]))
}
