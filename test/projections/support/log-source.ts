import type { RunnerOptions } from '../../../projections/engine/runner.ts'
import { loadPositions } from '../../../projections/read-schemas/positions.ts'
import type { EventCodec } from '../../../runtime/events/event-codec.ts'
import { partitionKey } from '../../../runtime/kafka/client/log-position.ts'
import type { LogBatch } from '../../../runtime/kafka/log-reader/log-reader.ts'
import type { LogRecord } from '../../../runtime/kafka/records/log-record.ts'
import type { Database } from '../../../runtime/postgres/postgres.ts'
import { readSchemas } from '../../../runtime/registry/schema-folder.ts'
import { subjectOf } from '../../../schemas/log/event-catalog.ts'
import { unpackSeq } from '../../../schemas/log/position.ts'
import { fingerprint } from '../../../schemas/log/schema-files.ts'
import { type TopicName, topics } from '../../../schemas/log/topics.ts'
import { type Logged, PARTITIONS, recordOf } from '../../legislature/log-builder.ts'

/** Gives every schema an id, so no registry is needed. */
export async function knowSchemas(database: Database): Promise<void> {
  for (const [index, { type, version, schema }] of readSchemas().entries()) {
    await database.query(
      `INSERT INTO control.schema_id (registry_id, subject, version, fingerprint) VALUES ($1, $2, $3, $4)`,
      [index + 1, subjectOf(type, version), version, fingerprint(schema)],
    )
  }
}

/** The log as messages by partition. */
export async function encodeLog(log: readonly Logged[], codec: EventCodec): Promise<LogRecord[]> {
  return Promise.all(
    log.map(async (logged) => {
      const value = await codec.encode(logged.event.type, logged.event.body as object)
      return recordOf(logged, unpackSeq(logged.event.seq).offset, value)
    }),
  )
}

export type LogSource = RunnerOptions['reader'] & {
  readonly resyncs: () => number
  readonly pauses: () => number
  /** Appends more messages. */
  readonly append: (records: readonly LogRecord[]) => void
  readonly end: () => void
}

/**
 * A reader of messages in memory, with the contract of the real one. It starts at the stored positions, and `size` says
 * how many messages a batch takes of a partition.
 */
export function createLogSource(options: {
  readonly database: Database
  readonly read_schema: string
  readonly records: readonly LogRecord[]
  readonly size: () => number
  readonly isMine?: (partition: number) => boolean
}): LogSource {
  const { database, read_schema, size, isMine = () => true } = options
  const parts = topics.flatMap(({ name: topic }) =>
    Array.from({ length: PARTITIONS }, (_, partition) => ({ topic, partition })).filter((part) =>
      isMine(part.partition),
    ),
  )
  const records = [...options.records]
  let next: Map<string, bigint> | undefined
  let epoch = 1
  let resyncs = 0
  let pauses = 0
  let isEnded = false
  let fed = Promise.withResolvers<void>()

  function slicesNow(positions: Map<string, bigint>): LogBatch['slices'] {
    return parts.flatMap(({ topic, partition }) => {
      const from = positions.get(partitionKey({ topic, partition })) ?? 0n
      const taken = recordsFrom(topic, partition, from).slice(0, size())
      const last = taken.at(-1)
      if (last === undefined) return []
      positions.set(partitionKey({ topic, partition }), last.offset + 1n)
      return [{ topic, partition, from, to: last.offset + 1n, records: taken }]
    })
  }

  const recordsFrom = (topic: TopicName, partition: number, from: bigint) =>
    records.filter(
      (record) => record.topic === topic && record.partition === partition && record.offset >= from,
    )

  return {
    async next() {
      for (;;) {
        if (isEnded) return undefined
        const given = epoch
        fed = Promise.withResolvers()
        const positions = next ?? (await loadPositions(database, read_schema, parts))
        // The reader was ended or reset meanwhile.
        if (given !== epoch || isEnded) continue
        next = positions
        const slices = slicesNow(positions)
        if (slices.length > 0) return { epoch, slices }
        await fed.promise
      }
    },
    isCurrent: (given) => given === epoch && !isEnded,
    async resync() {
      epoch += 1
      resyncs += 1
      next = undefined
      fed.resolve()
    },
    commit: async () => {},
    pause() {
      pauses += 1
    },
    resume() {},
    resyncs: () => resyncs,
    pauses: () => pauses,
    append(more) {
      records.push(...more)
      fed.resolve()
    },
    end() {
      isEnded = true
      fed.resolve()
    },
  }
}
