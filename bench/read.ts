import { openContext } from '../cli/context/context.ts'
import { generateCorpus } from '../corpus/write/generate-corpus.ts'
import { createEventCodec } from '../runtime/events/event-codec.ts'
import { createKafka, ensureTopics } from '../runtime/kafka/client/kafka-client.ts'
import { createLogSource } from '../runtime/kafka/log-source/log-source.ts'
import { deleteTopics } from './measure/log-floors.ts'
import { type Measured, measure } from './measure/measure.ts'
import { findParties } from './measure/processor-time.ts'
import { keepResult } from './measure/results.ts'
import { markdown } from './measure/tables.ts'
import { type ReadAll, readByKafkajs, readByOwnSource, readByPlatformatic } from './read/clients.ts'
import { createScratch } from './service/scratch-database.ts'

const ROUNDS = 3

/** The same log read by our own source, by kafkajs and by @platformatic/kafka: records alone, and as decoded events. */
export async function benchRead(bills = '20000'): Promise<string> {
  const { settings, log } = await openContext({ name: 'bench', needs: ['postgres', 'registry', 'kafka'] })
  const scratch = await createScratch(settings, 'read')
  const kafka = createKafka(scratch.settings, 'bench', log)
  const source = createLogSource({ settings: scratch.settings, kafka, log })
  try {
    await ensureTopics(kafka, scratch.settings)
    const { events, value_bytes } = await generateCorpus({ ...scratch, log, bills: Number(bills), seed: 1 })
    const codec = await createEventCodec(scratch.settings, scratch.database)
    const parties = await findParties(settings)
    const own = readByOwnSource(source)
    const kafkajs = readByKafkajs(kafka, scratch.settings)
    const platformatic = readByPlatformatic(scratch.settings, events)
    const decode: Parameters<ReadAll>[0] = (record) => {
      if (codec.decodeKnown(record) === undefined) throw new Error('a schema is not known yet')
    }
    const ways: readonly [string, () => Promise<number>][] = [
      ['own source, places of records only', () => own(undefined)],
      ['own source, records', () => own(() => {})],
      ['kafkajs, messages', () => kafkajs(undefined)],
      ['@platformatic/kafka, messages', () => platformatic(undefined)],
      ['own source, decoded', () => own(decode)],
      ['kafkajs, decoded', () => kafkajs(decode)],
      ['@platformatic/kafka, decoded', () => platformatic(decode)],
    ]
    await learnSchemas(own, codec)
    const best = new Map<string, Measured>()
    for (let round = 0; round < ROUNDS; round++) {
      for (const [name, read] of ways) {
        const { measured } = await measure(parties, name, read, (count) => ({ records: 0, events: count }))
        if (measured.events !== events) throw new Error(`${name}: ${measured.events} of ${events} events`)
        const before = best.get(name)
        if (before === undefined || cpuOf(measured) < cpuOf(before)) best.set(name, measured)
      }
    }
    const megabytes = Math.round(value_bytes / 1e6)
    return keepResult(
      'legislog bench read',
      `${bills} bills, ${events} events, ${megabytes} MB of values, gzip; the cheapest of ${ROUNDS} rounds of each. Node and broker share the machine.\n\n${tableOf([...best.values()])}`,
    )
  } finally {
    await source.close()
    await scratch.drop()
    await deleteTopics(kafka, scratch.settings)
  }
}

/** Ids that the codec has not met would be asked of the registry within the first round. */
async function learnSchemas(
  read: ReadAll,
  codec: Awaited<ReturnType<typeof createEventCodec>>,
): Promise<void> {
  const first = new Map<string, Parameters<NonNullable<Parameters<ReadAll>[0]>>[0]>()
  await read((record) => {
    const type = String(record.headers.ce_type)
    if (!first.has(type)) first.set(type, record)
  })
  for (const record of first.values()) await codec.decode(record)
}

const cpuOf = ({ time }: Measured): number => time.own_ms + time.kafka_ms

function tableOf(measured: readonly Measured[]): string {
  const reference = (name: string) =>
    measured.find((one) => one.name === `own source, ${name.endsWith('decoded') ? 'decoded' : 'records'}`)!
  const rows = measured.map((one) => {
    const { name, wall_s, events, time, peak_mb } = one
    const beside = reference(name)
    return [
      name,
      Math.round(events / wall_s).toLocaleString('en'),
      ((time.own_ms * 1000) / events).toFixed(2),
      ((time.kafka_ms * 1000) / events).toFixed(2),
      `${(cpuOf(one) / cpuOf(beside)).toFixed(2)} ×`,
      `${(wall_s / beside.wall_s).toFixed(2)} ×`,
      peak_mb,
    ]
  })
  return markdown(
    ['read by', 'events/s', 'node µs/event', 'broker µs/event', 'CPU', 'wall time', 'peak MB'],
    rows,
  )
}
