import type pg from 'pg'
import type { LogEvent } from '../../schemas/log/event.ts'
import type { Decoded } from '../fold/decode-records.ts'
import { type Folded, foldEvents, isLive, touchesOfBatch } from '../fold/fold-events.ts'
import { WorkingSet } from '../fold/working-set.ts'
import { loadBlocked, parkEvents, recordSkipped } from '../parking/park-events.ts'
import { lockPositions, movePositions, type Span } from '../read-schemas/positions.ts'
import type { CopyEncoder } from '../rows/copy-encoder.ts'
import { loadRows } from '../rows/load-rows.ts'
import { writeRows } from '../rows/write-rows.ts'
import { type BatchTimes, timed } from './batch-times.ts'

export type Batch = { readonly spans: readonly Span[]; readonly events: readonly Decoded[] }

export type BatchContext = {
  readonly read_schema: string
  readonly owner: string
  readonly encoder: CopyEncoder
  readonly times: BatchTimes
  /** Events that the database refused before, with its reason. */
  readonly refused: ReadonlyMap<Decoded, Error>
  /** May throw to stop the commit of the batch. */
  readonly inspect: (client: pg.PoolClient, folded: Folded) => Promise<void>
}

export type Applied = Folded & {
  /** Live events that were applied for the first time. */
  readonly newEvents: readonly LogEvent[]
}

/** The whole transaction of a batch: rows, parked events and positions together, or nothing. */
export async function applyBatch(
  client: pg.PoolClient,
  batch: Batch,
  context: BatchContext,
): Promise<Applied> {
  const { read_schema, times } = context
  const newEvents: LogEvent[] = []
  const onApplied = (event: LogEvent) => {
    if (isLive(event)) newEvents.push(event)
  }
  const { rows, held } = await timed(times, 'load', async () => {
    await lockPositions(client, read_schema, batch.spans)
    const blocked = await loadBlocked(client, read_schema, batch.spans)
    return { held: blocked, rows: await load(client, batch, read_schema) }
  })
  const events = batch.events.filter(({ record }) => !held.isGivenUp(record))
  const folded = await timed(times, 'fold', () =>
    foldEvents(rows, events, held.orderingKeys, context.refused, onApplied),
  )
  await context.inspect(client, folded)
  await timed(times, 'write', async () => {
    await writeChanges(client, rows, context)
    await parkEvents(client, read_schema, folded.parked)
    await recordSkipped(client, read_schema, folded.skipped)
    await movePositions(client, read_schema, batch.spans, context.owner)
  })
  return { ...folded, newEvents }
}

async function load(client: pg.PoolClient, batch: Batch, readSchema: string): Promise<WorkingSet> {
  const rows = new WorkingSet()
  const events = batch.events.map(({ event }) => event).filter((event) => event !== null)
  for (const touches of touchesOfBatch(rows, events)) await loadRows(client, readSchema, touches, rows)
  return rows
}

export async function writeChanges(
  client: pg.PoolClient,
  rows: WorkingSet,
  { read_schema, encoder }: Pick<BatchContext, 'read_schema' | 'encoder'>,
): Promise<void> {
  for (const { table, rows: changed } of rows.changes()) {
    await writeRows(client, encoder, read_schema, table, changed)
  }
}
