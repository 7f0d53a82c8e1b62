import type { EventCodec } from '../../runtime/events/event-codec.ts'
import type { Kafka } from '../../runtime/kafka/client/kafka-client.ts'
import { partitionKey } from '../../runtime/kafka/client/log-position.ts'
import { createLogReader, type LogBatch } from '../../runtime/kafka/log-reader/log-reader.ts'
import { createLogSource } from '../../runtime/kafka/log-source/log-source.ts'
import type { Log } from '../../runtime/log.ts'
import type { ObjectStore } from '../../runtime/object-store/object-store.ts'
import { pause } from '../../runtime/pause.ts'
import { retryPause_ms } from '../../runtime/postgres/transient.ts'
import { isBillIndex, positionLines, readPositions } from '../../runtime/search-cluster/bill-index.ts'
import type { SearchCluster } from '../../runtime/search-cluster/search-cluster.ts'
import type { Settings } from '../../runtime/settings/settings.ts'
import { decodeRecords } from '../fold/decode-records.ts'
import { documentChange } from './bill-documents.ts'

const TOPIC = 'legislog.bills.v1'
const MAX_EVENTS = 1_000
const FLUSH_MS = 200

export type FollowOptions = {
  readonly settings: Settings
  readonly kafka: Kafka
  readonly codec: EventCodec
  readonly objects: ObjectStore
  readonly cluster: SearchCluster
  readonly index: string
  readonly log: Log
  readonly signal: AbortSignal
}

/**
 * Writes the bills of the log into an index of the cluster, from the positions that the index itself stores, until the
 * signal aborts or the index is gone. Several processes may follow: they share the partitions.
 */
export async function followLog(options: FollowOptions): Promise<void> {
  const { settings, kafka, cluster, index, log, signal } = options
  const reader = createLogReader({
    settings,
    kafka,
    log,
    topics: [TOPIC],
    group: `legislog-search-${index}`,
    positions: () => readPositions(cluster, index),
  })
  const stop = () => void reader.stop()
  signal.addEventListener('abort', stop, { once: true })
  try {
    if (!signal.aborted) await reader.start()
    for (let failures = 0; !signal.aborted; ) {
      try {
        const batch = await reader.next({ max_events: MAX_EVENTS, flush_ms: FLUSH_MS })
        if (batch === undefined) return
        // For a write, the cluster may make an index that is missing, without its mapping.
        if (await isIndexGone(options)) return
        await applyBatch(batch, options)
        await reader.commit(batch)
        failures = 0
      } catch (error) {
        if (signal.aborted) return
        log.warn({ err: error }, 'a batch is not in the search cluster yet; reading it again')
        await pause(retryPause_ms(error, failures++), signal)
        await reader.resync()
      }
    }
  } finally {
    signal.removeEventListener('abort', stop)
    await reader.stop()
  }
}

export async function isIndexGone({
  cluster,
  index,
  log,
}: Pick<FollowOptions, 'cluster' | 'index' | 'log'>): Promise<boolean> {
  const isGone = !(await isBillIndex(cluster, index))
  if (isGone) log.warn({ index }, 'the search index is gone: another build was finished, or it was deleted')
  return isGone
}

async function applyBatch(
  batch: LogBatch,
  { codec, objects, cluster, index, log }: FollowOptions,
): Promise<void> {
  const lines: object[] = []
  for (const { records } of batch.slices) {
    for (const { event, failure, record } of await decodeRecords(codec, records)) {
      if (event === null) {
        const { topic, partition, offset } = record
        log.error({ err: failure, topic, partition, offset: String(offset) }, 'an event cannot be read')
        continue
      }
      const change = await documentChange(event, objects)
      if (change === undefined) continue
      const _id = String(change.id)
      if (change.how === 'replace') lines.push({ index: { _id } }, change.fields)
      else lines.push({ update: { _id } }, { doc: change.fields, doc_as_upsert: true })
    }
  }
  const moved = new Map(
    batch.slices.map(({ topic, partition, to }) => [partitionKey({ topic, partition }), to]),
  )
  await cluster.bulk(index, [...lines, ...positionLines(moved)])
}

/** The ends of the topic now, by `topic:partition`. */
export async function endsOfLog({
  settings,
  kafka,
  log,
}: Pick<FollowOptions, 'settings' | 'kafka' | 'log'>): Promise<ReadonlyMap<string, bigint>> {
  const source = createLogSource({ settings, kafka, log })
  try {
    return await source.ends([{ topic: TOPIC }])
  } finally {
    await source.close()
  }
}

export const hasReached = (
  positions: ReadonlyMap<string, bigint>,
  ends: ReadonlyMap<string, bigint>,
): boolean => [...ends].every(([place, end]) => (positions.get(place) ?? 0n) >= end)
