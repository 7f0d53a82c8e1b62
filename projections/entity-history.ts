import type { EventCodec } from '../runtime/events/event-codec.ts'
import { type Kafka, partitionCount, partitionOf } from '../runtime/kafka/client/kafka-client.ts'
import { readPartition } from '../runtime/kafka/log-source/read-partition.ts'
import type { LogRecord } from '../runtime/kafka/records/log-record.ts'
import type { Database } from '../runtime/postgres/postgres.ts'
import type { Settings } from '../runtime/settings/settings.ts'
import { LegislogError } from '../schemas/errors.ts'
import type { LogEvent } from '../schemas/log/event.ts'
import { catalog, isEventType } from '../schemas/log/event-catalog.ts'
import { type TopicName, topics } from '../schemas/log/topics.ts'
import { asFailure, decodeRecords } from './fold/decode-records.ts'
import { applyEvent } from './fold/fold-events.ts'
import { WorkingSet } from './fold/working-set.ts'
import { sealItem } from './read-model/item.ts'
import type { Table } from './read-model/table.ts'
import { loadEntityKeys } from './read-schemas/entity-keys.ts'
import { readTables } from './tables/read-tables.ts'

export type Entity = {
  readonly id: number
  readonly ocd_id: string
  readonly entity_type: string
  /** The key of its events. */
  readonly key: string
}

type HistoryEntry = {
  readonly topic: TopicName
  readonly partition: number
  readonly offset: string
  readonly event: LogEvent | null
  /** The reason why it cannot be read. */
  readonly error: string | null
}

export type EntityHistory = {
  readonly entity: Entity
  readonly entries: readonly HistoryEntry[]
  /** Its rows by table, after these events. */
  readonly state: Readonly<Record<string, readonly object[]>>
}

/** Finds an entity of a read schema by id or ocd_id. undefined if the log has not named it. */
export async function findEntity(
  database: Database,
  readSchema: string,
  name: string,
): Promise<Entity | undefined> {
  const id = /^\d{1,15}$/.test(name) ? Number(name) : null
  const { rows } = await database.query<{ id: number }>(
    `SELECT id FROM ${readSchema}.entity WHERE id = $1 OR ocd_id = $2`,
    [id, name],
  )
  const found = rows[0]
  return found && (await loadEntityKeys(database, readSchema, [found.id])).get(found.id)
}

/**
 * Reads the events of one entity and its rows after them, up to a time. Reads only the partition of its key; for a
 * bill also those of its votes and derivations.
 */
export async function entityHistory(options: {
  readonly settings: Settings
  readonly database: Database
  readonly kafka: Kafka
  readonly codec: EventCodec
  readonly read_schema: string
  readonly entity: Entity
  /** RFC 3339, UTC. Later events are omitted. */
  readonly at?: string
}): Promise<EntityHistory> {
  const { settings, database, read_schema, entity, codec, at } = options
  const names = topicsOf(entity.entity_type)
  const partition = partitionOf(entity.key, partitionCount(settings, names[0]!))
  const until = await positionsOf(database, read_schema, names, partition)
  const entries: HistoryEntry[] = []
  await readPartition({ ...options, partition, until }, async (records) => {
    const own = records.filter(({ key }) => key === entity.key)
    for (const entry of await entriesOf(codec, own)) {
      if (belongsTo(entry, entity) && (at === undefined || stampOf(entry) <= at)) entries.push(entry)
    }
  })
  entries.sort((a, b) => (stampOf(a) < stampOf(b) ? -1 : stampOf(a) > stampOf(b) ? 1 : 0))
  return { entity, entries, state: fold(entries, entity) }
}

function topicsOf(entityType: string): TopicName[] {
  const found = Object.entries(catalog)
    .filter(([type, { entity }]) => entity === entityType && isEventType(type))
    .map(([, { topic }]) => topic)
  if (found.length === 0) throw new LegislogError('usage', `a read schema has no ${entityType}`)
  const own =
    entityType === 'bill' ? [...found, 'legislog.votes.v1' as const, 'legislog.derived.v1' as const] : found
  return topics.map(({ name }) => name).filter((name) => own.includes(name))
}

async function positionsOf(
  database: Database,
  readSchema: string,
  names: readonly TopicName[],
  partition: number,
): Promise<Map<TopicName, bigint>> {
  const { rows } = await database.query<{ topic: TopicName; next: string }>(
    `SELECT topic, next::text AS next FROM control.position
     WHERE read_schema = $1 AND topic = ANY($2::text[]) AND partition = $3`,
    [readSchema, names, partition],
  )
  return new Map(rows.map(({ topic, next }) => [topic, BigInt(next)]))
}

async function entriesOf(codec: EventCodec, records: readonly LogRecord[]): Promise<HistoryEntry[]> {
  const decoded = await decodeRecords(codec, records)
  return decoded.map(({ record: { topic, partition, offset }, event, failure }) => ({
    topic,
    partition,
    offset: String(offset),
    event,
    error: failure?.message ?? null,
  }))
}

/**
 * The history of a bill includes its votes and derivations; that of a vote only itself. An unreadable message belongs to the entity
 * with its key.
 */
function belongsTo({ event }: HistoryEntry, entity: Entity): boolean {
  if (event === null || event.body.id === entity.id || entity.entity_type === 'bill') return true
  return 'released_ids' in event.body && event.body.released_ids.includes(entity.id)
}

const stampOf = ({ event }: HistoryEntry): string => event?.meta.recorded_at ?? ''

function fold(entries: readonly HistoryEntry[], entity: Entity): EntityHistory['state'] {
  const rows = new WorkingSet()
  for (const { event } of entries) {
    if (event === null) continue
    try {
      applyEvent(rows, event)
    } catch (error) {
      throw new LegislogError(
        'evolve_failed',
        `${event.type} ${event.meta.sequence} of ${entity.ocd_id}: ${asFailure(error, 'evolve_failed').message}`,
        { cause: error },
      )
    }
  }
  const byTable = new Map(rows.changes().map((change) => [change.table, change.rows]))
  return Object.fromEntries(
    readTables.flatMap((table) => {
      const found = byTable.get(table)
      return found === undefined ? [] : [[table.name, found.map((row) => readable(table, row))]]
    }),
  )
}

/** A row with its JSON parsed. */
function readable(table: Table, row: object): object {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]: [string, unknown]) => {
      const kind = table.columns[name]!.kind
      if (typeof value === 'bigint') return [name, String(value)]
      if (value === null) return [name, null]
      if (kind === 'json') return [name, JSON.parse(value as string) as unknown]
      if (kind === 'item' || kind === 'part_item') {
        const item = sealItem(kind, value as string, row as Parameters<typeof sealItem>[2])
        return [name, JSON.parse(item) as unknown]
      }
      return [name, value]
    }),
  )
}
