import { readFiles } from '../../ingest/files/file-input.ts'
import { relayUntilDrained } from '../../ingest/relay/relay.ts'
import { type RunCounts, runIngest } from '../../ingest/runs/run.ts'
import type { Source } from '../../ingest/source-interface/source.ts'
import { loadSource } from '../../ingest/sources/registry.ts'
import type { ProjectionTotals } from '../../projections/engine/metrics.ts'
import { decodeRecords } from '../../projections/fold/decode-records.ts'
import { systemClock } from '../../runtime/clock.ts'
import { createEventCodec } from '../../runtime/events/event-codec.ts'
import { createKafka, ensureTopics, partitionCount } from '../../runtime/kafka/client/kafka-client.ts'
import { readPartition } from '../../runtime/kafka/log-source/read-partition.ts'
import type { Log } from '../../runtime/log.ts'
import { createMetrics } from '../../runtime/metrics.ts'
import { type TopicName, topics } from '../../schemas/log/topics.ts'
import { consumeAll, createFloorTopic, produceAll, takeSample } from '../measure/log-floors.ts'
import { type Amount, type Measured, measure } from '../measure/measure.ts'
import { findParties } from '../measure/processor-time.ts'
import { projectAll } from '../service/project-all.ts'
import type { Scratch } from '../service/scratch-database.ts'
import { prepareRowFloor } from './row-floor.ts'

const SOURCE = 'openstates-scraper'

export type Stages = {
  readonly measured: readonly Measured[]
  readonly counts: RunCounts
  readonly projected: ProjectionTotals
  readonly sample: number
}

/** Runs every stage of a load alone, one after another, in this process, together with its floors. */
export async function runStages(scratch: Scratch, log: Log, folder: string): Promise<Stages> {
  const { settings, database } = scratch
  const parties = await findParties(settings)
  const kafka = createKafka(settings, 'bench', log)
  await ensureTopics(kafka, settings)
  const codec = await createEventCodec(settings, database)
  const source = await loadSource(SOURCE)
  const stages: Measured[] = []
  let whole: Amount = { records: 0, events: 0 }
  const stage = async <T>(name: string, work: () => Promise<T>, of?: (result: T) => Amount): Promise<T> => {
    const { measured, result } = await measure(parties, name, work, of ?? whole)
    stages.push(measured)
    log.info({ stage: name, wall_s: measured.wall_s, ...measured.time }, 'measured')
    return result
  }
  const ingest = () =>
    runIngest({ settings, database, codec, log, source, paths: [folder], clock: systemClock })

  await stage(
    'floor: read, gunzip, JSON.parse',
    () => parseFiles(folder),
    (records) => ({ records, events: 0 }),
  )
  await stage(
    'parse and map',
    () => drain(source.read({ paths: [folder], started_at: new Date().toISOString() })),
    (records) => ({ records, events: 0 }),
  )
  const counts = await stage('ingest into the outbox', ingest, ({ records, events }) => ({ records, events }))
  whole = { records: counts.records, events: counts.events }
  await stage('relay: outbox to Kafka', () => relayUntilDrained({ settings, database, kafka, log }))
  const sample = await takeSample(kafka, settings)
  await createFloorTopic(kafka, settings)
  const ofEvents = (events: number) => () => ({ records: 0, events })
  await stage(
    'floor: kafkajs produces the values',
    () => produceAll(kafka, settings, sample),
    ofEvents(sample.length),
  )
  sample.splice(0)
  const { events } = counts
  await stage('floor: kafkajs consumes', () => consumeAll(kafka, settings, () => {}), ofEvents(events))
  await stage(
    'floor: kafkajs consumes, JSON.parse',
    () => consumeAll(kafka, settings, ({ value }) => void JSON.parse(value!.toString('utf8', 5))),
    ofEvents(events),
  )
  await stage('consume and decode', () => decodeAll(scratch, codec), ofEvents(events))
  const projected = await stage('project until visible', () => project(scratch, codec, log))
  const floor = await prepareRowFloor(database, 'read_0001')
  await stage('floor: COPY of the same rows', () => floor.copy())
  await stage('floor: the same indexes', () => floor.index())
  await floor.drop()
  await stage('ingest again, unchanged', ingest, ({ records }) => ({ records, events: 0 }))
  return { measured: stages, counts, projected, sample: sample.length }
}

async function parseFiles(folder: string): Promise<number> {
  let records = 0
  for await (const record of readFiles({ paths: [folder], started_at: '' })) {
    JSON.parse(record.bytes.toString('utf8'))
    records++
  }
  return records
}

async function drain(items: ReturnType<Source['read']>): Promise<number> {
  let records = 0
  for await (const item of items) {
    records += item.kind === 'observed' ? item.group.length : item.kind === 'copies' ? item.count : 1
  }
  return records
}

async function decodeAll(
  { settings, database }: Scratch,
  codec: Awaited<ReturnType<typeof createEventCodec>>,
): Promise<void> {
  const kafka = createKafka(settings, 'bench-decode')
  const { rows } = await database.query<{ topic: TopicName; partition: number; end_offset: string }>(
    'SELECT topic, partition, end_offset::text FROM control.partition_clock',
  )
  const partitions = Math.max(...topics.map(({ name }) => partitionCount(settings, name)))
  for (let partition = 0; partition < partitions; partition++) {
    const ends = rows.filter((row) => row.partition === partition)
    const until = new Map(ends.map(({ topic, end_offset }) => [topic, BigInt(end_offset)]))
    await readPartition({ settings, kafka, partition, until }, async (records) => {
      await decodeRecords(codec, records)
    })
  }
}

async function project(
  scratch: Scratch,
  codec: Awaited<ReturnType<typeof createEventCodec>>,
  log: Log,
): Promise<ProjectionTotals> {
  const kafka = createKafka(scratch.settings, 'bench-project', log)
  return projectAll({ ...scratch, kafka, codec, log, clock: systemClock, metrics: createMetrics() })
}
