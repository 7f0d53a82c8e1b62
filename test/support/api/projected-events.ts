import type pg from 'pg'
import { applyEvent, touchesOfBatch } from '../../../projections/fold/fold-events.ts'
import { WorkingSet } from '../../../projections/fold/working-set.ts'
import { ensureReadSchema } from '../../../projections/read-schemas/read-schema.ts'
import { CopyEncoder } from '../../../projections/rows/copy-encoder.ts'
import { loadRows } from '../../../projections/rows/load-rows.ts'
import { writeRows } from '../../../projections/rows/write-rows.ts'
import { inTransaction, type Queryable } from '../../../runtime/postgres/postgres.ts'
import type { LogEvent } from '../../../schemas/log/event.ts'
import { catalog } from '../../../schemas/log/event-catalog.ts'
import type { TopicName } from '../../../schemas/log/topics.ts'
import type { TestDatabase } from '../stores/database.ts'

export type ProjectedSchema = {
  readonly name: string
  /** Applies events with the real projectors, as a batch of the runner would, without a broker. */
  apply(events: readonly LogEvent[]): Promise<void>
  /** The same in an open transaction, without moving a position. */
  write(client: pg.PoolClient, events: readonly LogEvent[]): Promise<void>
  /** Readers of changes see rows strictly below it. */
  setWatermark(at: string): Promise<void>
  /** Empties every table. */
  clear(): Promise<void>
}

/** A live read schema for this test that is filled by hand. */
export async function createProjectedSchema(
  test: Pick<TestDatabase, 'database' | 'settings'>,
): Promise<ProjectedSchema> {
  const { database, settings } = test
  const name = await ensureReadSchema(database, settings)
  const encoder = new CopyEncoder()

  async function write(client: pg.PoolClient, events: readonly LogEvent[]): Promise<void> {
    const rows = new WorkingSet()
    for (const touches of touchesOfBatch(rows, events)) await loadRows(client, name, touches, rows)
    for (const event of events) applyEvent(rows, event)
    for (const { table, rows: changed } of rows.changes()) {
      await writeRows(client, encoder, name, table, changed)
    }
  }

  return {
    name,
    write,
    async apply(events) {
      await inTransaction(database, async (client) => {
        await write(client, events)
        const topicsOfEvents = events.map(({ type }) => catalog[type].topic)
        await movePositions(client, name, [...new Set(topicsOfEvents)])
      })
    },
    async setWatermark(at) {
      await database.query('UPDATE control.read_schema SET watermark = $2 WHERE name = $1', [name, at])
    },
    async clear() {
      const { rows } = await database.query<{ name: string }>(
        "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = $1 AND table_type = 'BASE TABLE'",
        [name],
      )
      await movePositions(database, name, ['legislog.reference.v1'])
      await database.query(`TRUNCATE ${rows.map((table) => `${name}.${table.name}`).join(', ')}`)
    },
  }
}

/** A batch moves the positions of what it read: readers see by them that rows have changed. */
async function movePositions(client: Queryable, schema: string, topics: readonly TopicName[]): Promise<void> {
  await client.query(
    'UPDATE control.position SET next = next + 1 WHERE read_schema = $1 AND topic = ANY ($2) AND partition = 0',
    [schema, topics],
  )
}
