import { ensureReadSchema } from '../../projections/read-schemas/read-schema.ts'
import { advanceWatermark, type DrainedAt } from '../../projections/watermark/watermark.ts'
import { topics } from '../../schemas/log/topics.ts'
import { type Parties, readProcessorTime, since } from '../measure/processor-time.ts'
import type { Scratch } from '../service/scratch-database.ts'

const CALLS = 1_000

/** Measures the cost of one move of the watermark over this many drained partitions. */
export async function watermarkCost(
  { settings, database }: Scratch,
  parties: Parties,
  topicPartitions: number,
): Promise<readonly unknown[]> {
  const readSchema = await ensureReadSchema(
    database,
    { ...settings, topic_partitions: topicPartitions },
    'read_0001',
  )
  await database.query(
    `INSERT INTO control.partition_clock (topic, partition, at)
     SELECT topic, partition, now() FROM control.position WHERE read_schema = $1 ON CONFLICT DO NOTHING`,
    [readSchema],
  )
  let drained: DrainedAt = new Map()
  const taken_us: number[] = []
  const before = readProcessorTime(parties)
  for (let call = 0; call < CALLS; call++) {
    const start = performance.now()
    const moved = await advanceWatermark(database, readSchema, { drained_at: drained })
    taken_us.push((performance.now() - start) * 1_000)
    drained = new Map(moved.drained.map(({ name, next }) => [name, { at: moved.floor_at, next }]))
  }
  const { own_ms, postgres_ms } = since(before, readProcessorTime(parties))
  const sorted = taken_us.toSorted((a, b) => a - b)
  const each = (ms: number) => Math.round((ms * 1_000) / CALLS)
  const places = topicPartitions === 0 ? drained.size : topicPartitions * topics.length
  return [
    places,
    Math.round(sorted[CALLS / 2]!),
    Math.round(sorted[CALLS * 0.99]!),
    each(own_ms),
    each(postgres_ms),
  ]
}
