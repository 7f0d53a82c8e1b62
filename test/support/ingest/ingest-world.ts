import { unframeEvents } from '../../../ingest/outbox/outbox-frame.ts'
import type { Mode } from '../../../ingest/run-context/backfill.ts'
import { type RunCounts, runIngest } from '../../../ingest/runs/run.ts'
import type { ObservationGroup } from '../../../ingest/source-interface/observation.ts'
import type { Source, SourceItem } from '../../../ingest/source-interface/source.ts'
import type { Clock } from '../../../runtime/clock.ts'
import { createEventCodec, type EventCodec } from '../../../runtime/events/event-codec.ts'
import { createLog } from '../../../runtime/log.ts'
import type { Database } from '../../../runtime/postgres/postgres.ts'
import type { Settings } from '../../../runtime/settings/settings.ts'
import { createManualClock } from '../clocks/manual-clock.ts'
import { knowSchemas } from '../stores/schema-ids.ts'

/** An event in the outbox. */
export type EmittedEvent = {
  readonly topic: string
  readonly partition: number
  readonly key: string
  readonly type: string
  readonly subject: string
  readonly sequence: number
  readonly id: string
  readonly backfill: boolean
  readonly source: string
  readonly run: string
  readonly body: Record<string, unknown>
}

export type IngestOptions = {
  readonly name?: string
  readonly mapper_version?: number
  readonly mode?: Mode
  readonly dry_run?: boolean
  readonly settings?: Partial<Settings>
  readonly clock?: Clock
}

export type IngestWorld = {
  readonly codec: EventCodec
  /** One run of a source with these observations. */
  run(items: readonly (ObservationGroup | SourceItem)[], options?: IngestOptions): Promise<RunCounts>
  /** The events written to the outbox since the last call, in order. */
  emitted(): Promise<EmittedEvent[]>
}

/** The real ingest on a database of this test, without a relay: its result is the outbox. */
export async function createIngestWorld(database: Database, settings: Settings): Promise<IngestWorld> {
  await knowSchemas(database)
  const codec = await createEventCodec(settings, database)
  let seen = 0
  return {
    codec,
    run: (items, options = {}) =>
      runIngest({
        source: sourceOf(items, options),
        paths: ['test'],
        settings: { ...settings, ...options.settings },
        database,
        codec,
        log: createLog('test', 'silent'),
        clock: options.clock ?? createManualClock(),
        mode: options.mode ?? 'auto',
        dry_run: options.dry_run ?? false,
        wait: true,
      }),
    async emitted() {
      const { rows } = await database.query<{
        id: number
        topic: string
        partition: number
        key: string
        events: Buffer
      }>('SELECT id, topic, partition, key, events FROM ingest.outbox WHERE id > $1 ORDER BY id', [seen])
      seen = rows.at(-1)?.id ?? seen
      return rows.flatMap(({ events, ...row }) =>
        unframeEvents(events).map(({ headers, value }) => ({
          topic: row.topic,
          partition: row.partition,
          key: row.key,
          type: headers.ce_type ?? '',
          subject: headers.ce_subject ?? '',
          sequence: Number(headers.ce_sequence),
          id: headers.ce_id ?? '',
          backfill: headers.ce_backfill === 'true',
          source: headers.ce_source ?? '',
          run: headers.ce_run ?? '',
          body: JSON.parse(value.subarray(WIRE_HEADER_BYTES).toString('utf8')) as Record<string, unknown>,
        })),
      )
    },
  }
}

const WIRE_HEADER_BYTES = 5

function sourceOf(
  items: readonly (ObservationGroup | SourceItem)[],
  { name = 'test-source', mapper_version = 1 }: IngestOptions,
): Source {
  return {
    name,
    mapper_version,
    async *read() {
      for (const item of items) yield 'kind' in item ? item : { kind: 'observed', group: item }
    },
  }
}

export function typesOf(emitted: readonly EmittedEvent[]): string[] {
  return emitted.map(({ type }) => type)
}
