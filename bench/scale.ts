import { setTimeout as delay } from 'node:timers/promises'
import { openContext } from '../cli/context/context.ts'
import { generateCorpus } from '../corpus/write/generate-corpus.ts'
import { ensureReadSchema } from '../projections/read-schemas/read-schema.ts'
import { projectionStatus } from '../projections/service/status.ts'
import { recordLogEnds } from '../projections/watermark/log-ends.ts'
import { createKafka, ensureTopics } from '../runtime/kafka/client/kafka-client.ts'
import type { Database } from '../runtime/postgres/postgres.ts'
import { deleteTopics } from './measure/log-floors.ts'
import { findParties, type Parties, readProcessorTime, since } from './measure/processor-time.ts'
import { keepResult } from './measure/results.ts'
import { markdown } from './measure/tables.ts'
import { refillOutbox } from './scale/fill-outbox.ts'
import { watermarkCost } from './scale/watermark-cost.ts'
import { startCommand } from './service/child-process.ts'
import { createScratch, type Scratch } from './service/scratch-database.ts'
import { wholeNumber } from './service/whole-number.ts'

const PROCESSES = [1, 2, 3]
const LOOK_MS = 50

/** Measures the gain of more processes (one, two, three projectors and relays) and the cost of the watermark. */
export async function benchScale(bills: string): Promise<string> {
  const { settings, log } = await openContext({
    name: 'bench',
    needs: ['postgres', 'registry', 'kafka', 'redis'],
  })
  const count = wholeNumber('bills', bills)
  const scratch = await createScratch(settings, 'scale')
  const kafka = createKafka(scratch.settings, 'bench-scale', log)
  const parties = await findParties(settings)
  try {
    await ensureTopics(kafka, scratch.settings)
    const { events } = await generateCorpus({ ...scratch, log, bills: count, seed: 1 })
    await recordLogEnds(kafka, scratch.settings, scratch.database)
    const rows: (readonly unknown[])[] = []
    for (const [index, processes] of PROCESSES.entries()) {
      const readSchema = `read_${String(index + 1).padStart(4, '0')}`
      rows.push(await projectors(scratch, parties, { processes, read_schema: readSchema, events }))
    }
    for (const processes of PROCESSES) {
      const filled = await refillOutbox(scratch, events)
      rows.push(await relays(scratch, parties, { processes, events: filled }))
    }
    const watermark = await watermarks(settings, parties)
    return keepResult(
      'legislog bench scale',
      [
        `${count} generated bills, ${events} events, every process a process of its own, all on this machine.`,
        markdown(
          [
            '',
            'processes',
            'events',
            'wall s',
            'events/s',
            'node µs/event',
            'Postgres µs/event',
            'Kafka µs/event',
          ],
          rows,
        ),
        'One move of the watermark (once a second at rest, four times while something is behind):',
        markdown(['partitions', 'median µs', 'p99 µs', 'node CPU µs', 'Postgres CPU µs'], watermark),
      ].join('\n\n'),
    )
  } finally {
    await scratch.drop()
    await deleteTopics(kafka, scratch.settings)
  }
}

type Work = { readonly processes: number; readonly events: number }

async function projectors(
  { settings, database }: Scratch,
  parties: Parties,
  { processes, events, read_schema }: Work & { read_schema: string },
): Promise<readonly unknown[]> {
  await ensureReadSchema(database, settings, read_schema)
  const left = async () => {
    const found = (await projectionStatus(database)).find((one) => one.read_schema === read_schema)!
    return found.partitions.reduce((sum, { lag_events }) => sum + lag_events, 0)
  }
  return timed(
    'project',
    { processes, events },
    parties,
    () => startMany(processes, ['project', '--read-schema', read_schema], settings),
    left,
  )
}

async function relays(
  { settings, database }: Scratch,
  parties: Parties,
  { processes, events }: Work,
): Promise<readonly unknown[]> {
  return timed(
    'relay',
    { processes, events },
    parties,
    () => startMany(processes, ['relay'], settings),
    () => waiting(database),
  )
}

async function waiting(database: Database): Promise<number> {
  const { rows } = await database.query<{ events: number }>(
    'SELECT coalesce(sum(event_count), 0)::bigint AS events FROM ingest.outbox',
  )
  return rows[0]!.events
}

const startMany = (processes: number, args: readonly string[], settings: Scratch['settings']) =>
  Array.from({ length: processes }, (_, index) => startCommand(`${args[0]} ${index + 1}`, args, settings))

/** From the first finished event to the last: the start of processes does not count. */
async function timed(
  name: string,
  { processes, events }: Work,
  parties: Parties,
  start: () => ReturnType<typeof startMany>,
  left: () => Promise<number>,
): Promise<readonly unknown[]> {
  const before = readProcessorTime(parties)
  const members = start()
  try {
    while ((await left()) >= events) await delay(LOOK_MS)
    const began = performance.now()
    const first = await left()
    while ((await left()) > 0) await delay(LOOK_MS)
    const wall_s = (performance.now() - began) / 1_000
    const { postgres_ms, kafka_ms } = since(before, readProcessorTime(parties))
    const node_ms = members.reduce((sum, member) => sum + member.spent().cpu_s * 1_000, 0)
    const each = (ms: number) => ((ms * 1_000) / events).toFixed(1)
    return [
      name,
      processes,
      events,
      wall_s.toFixed(1),
      Math.round(first / wall_s),
      ...[node_ms, postgres_ms, kafka_ms].map(each),
    ]
  } finally {
    await Promise.all(members.map((member) => member.stop()))
  }
}

async function watermarks(settings: Scratch['settings'], parties: Parties): Promise<(readonly unknown[])[]> {
  const rows: (readonly unknown[])[] = []
  for (const topicPartitions of [0, 50]) {
    const scratch = await createScratch(settings, 'watermark')
    try {
      rows.push(await watermarkCost(scratch, parties, topicPartitions))
    } finally {
      await scratch.drop()
    }
  }
  return rows
}
