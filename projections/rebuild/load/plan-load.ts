import { partitionKey } from '../../../runtime/kafka/client/log-position.ts'
import { createDatabase } from '../../../runtime/postgres/postgres.ts'
import type { Settings } from '../../../runtime/settings/settings.ts'
import { LegislogError } from '../../../schemas/errors.ts'
import type { TopicName } from '../../../schemas/log/topics.ts'
import type { Span } from '../../read-schemas/positions.ts'

type LoadPlan = {
  /** By partition number, largest first, so that no thread ends long after the others. */
  readonly todo: readonly (readonly Span[])[]
  /** Partition numbers that are already loaded. */
  readonly skipped: number
  /** Keys that are parked in them. */
  readonly failed: number
}

/** Returns what remains to be read. Throws `positions_moved` if a partition was partly read. */
export async function planLoad(
  settings: Settings,
  readSchema: string,
  until: ReadonlyMap<string, bigint>,
): Promise<LoadPlan> {
  const database = createDatabase(settings, { application_name: 'legislog rebuild' })
  try {
    const { rows } = await database.query<{ topic: TopicName; partition: number; next: string }>(
      `SELECT topic, partition, next::text AS next FROM control.position
       WHERE read_schema = $1 ORDER BY partition, topic`,
      [readSchema],
    )
    if (rows.length === 0) throw new LegislogError('read_schema_missing', `${readSchema} has no positions`)
    const spans = rows.map(({ topic, partition, next }): Span => {
      const to = until.get(partitionKey({ topic, partition })) ?? 0n
      return { topic, partition, from: BigInt(next), to, last_at: null }
    })
    const numbers = [...Map.groupBy(spans, ({ partition }) => partition).values()]
    const todo = numbers.map(spansLeft).filter((left) => left.length > 0)
    const parked = await database.query<{ keys: number }>(
      'SELECT count(*) AS keys FROM control.parked_key WHERE read_schema = $1',
      [readSchema],
    )
    return {
      todo: todo.sort((a, b) => lengthOf(b) - lengthOf(a)),
      skipped: numbers.length - todo.length,
      failed: parked.rows[0]!.keys,
    }
  } finally {
    await database.end()
  }
}

function spansLeft(spans: readonly Span[]): Span[] {
  const left = spans.filter(({ from, to }) => from !== to)
  const moved = left.length === 0 ? undefined : spans.find(({ from }) => from !== 0n)
  if (moved === undefined) return left
  throw new LegislogError(
    'positions_moved',
    `${partitionKey(moved)} is at ${moved.from}: a load begins at 0 and ends at ${moved.to}`,
  )
}

function lengthOf(spans: readonly Span[]): number {
  return spans.reduce((length, { from, to }) => length + Number(to - from), 0)
}
